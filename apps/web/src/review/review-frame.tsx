import { useEffect, useRef, useState } from 'react'
import { placeOf } from '../shared/paths.ts'
import { type Device, useDeviceFrame } from '../shared/ui/device-frame.ts'
import { useReviewWords } from './review-words.tsx'

/** Milliseconds between two looks at the address of the framed page: the form changes it without a load when the reviewer goes to another step. */
const LOOK_MS = 300

interface ReviewFrameProps {
  /** Path of the page to show; a new object opens it again. */
  path: { to: string }
  device: Device
  /** Called with the code of the step that the frame shows, null for the first one, and the language of the page. */
  onShow: (codeTag: string | null, language: string) => void
}

/** The form's pages in a frame as wide as a device. */
export function ReviewFrame({ path, device, onShow }: ReviewFrameProps) {
  const { t } = useReviewWords()
  const frame = useRef<HTMLIFrameElement>(null)
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const style = useDeviceFrame(place, device)
  useEffect(() => {
    // Keeps the pages of the frame out of the history, so that Back leaves the review.
    frame.current?.contentWindow?.location.replace(path.to)
  }, [path])
  useEffect(() => {
    let last = ''
    const timer = setInterval(() => {
      const page = frame.current?.contentWindow
      if (!page || page.location.href === 'about:blank') return
      const shown = placeOf(new URL(page.location.href))
      const language = page.document.documentElement.lang
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
