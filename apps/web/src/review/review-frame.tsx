import { useEffect, useRef, useState } from 'react'
import { placeOf } from '../shared/place.ts'
import { type Device, useDeviceFrame } from '../shared/ui/device-frame.ts'
import { useReviewWords } from './review-words.tsx'

/**
 * Interval in milliseconds at which the review page checks the URL in the frame. The form changes its URL without a
 * load event when the reviewer opens another step.
 */
const LOOK_MS = 300

interface ReviewFrameProps {
  /**
   * The page that the frame shows. The path is wrapped in an object, so that setting a new object reloads the page even
   * if the path is the same.
   */
  path: { to: string }
  device: Device
  /**
   * Called when the frame shows another page. Receives the code of the step, or null for the first step, and the
   * language of the page.
   */
  onShow: (codeTag: string | null, language: string) => void
}

/** Frame that shows the pages of the reviewed form in the width of a device. */
export function ReviewFrame({ path, device, onShow }: ReviewFrameProps) {
  const { t } = useReviewWords()
  const frame = useRef<HTMLIFrameElement>(null)
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const style = useDeviceFrame(place, device)
  useEffect(() => {
    // `replace` keeps the pages of the frame out of the browser's history, so that the Back button leaves the review
    // page.
    frame.current?.contentWindow?.location.replace(path.to)
  }, [path])
  useEffect(() => {
    let last = ''
    const timer = setInterval(() => {
      const page = frame.current?.contentWindow
      if (!page || page.location.href === 'about:blank') return
      const shown = placeOf(new URL(page.location.href))
      // While the frame loads the next page, its document can be without a root element for a moment.
      const language = page.document.documentElement?.lang
      if (language === undefined) return
      if (shown.kind !== 'form' || last === `${page.location.href} ${language}`) return
      last = `${page.location.href} ${language}`
      onShow(shown.codeTag, language)
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [onShow])
  return (
    <section className="review-place" aria-label={t('review_frame')} ref={setPlace}>
      <iframe ref={frame} title={t('review_frame')} className="review-frame" style={style} />
    </section>
  )
}
