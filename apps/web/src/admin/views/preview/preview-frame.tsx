import type { DryRunReport } from '@sportello/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { DRY_RUN_EVENT } from '../../../shared/dry-run.ts'
import { type Device, useDeviceFrame } from '../../../shared/ui/device-frame.ts'
import { usePreviewWords } from './preview-words.tsx'

interface PreviewFrameProps {
  /** Path of the visitor's page that the preview shows. A changed path opens in the frame. */
  path: string
  /** A change of this value reloads the previewed page, which keeps the typed answers. */
  revision: string
  device: Device
  /** Whether other content is shown instead of the preview; the previewed page keeps its state. */
  isHidden: boolean
  onDryRun: (report: DryRunReport) => void
}

/**
 * Frame of a preview with the visitor's page, in the width of a device. If the page is wider than the available space,
 * it is scaled down.
 */
export function PreviewFrame({ path, revision, device, isHidden, onDryRun }: PreviewFrameProps) {
  const t = usePreviewWords()
  const frame = useRef<HTMLIFrameElement>(null)
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const shown = useRef({ path: '', revision })
  const isLoading = useRef(false)
  const style = useDeviceFrame(place, device)

  const follow = useCallback(() => {
    const page = frame.current?.contentWindow
    if (!page || isLoading.current || (shown.current.path === path && shown.current.revision === revision)) return
    // `replace` keeps the pages of the frame out of the browser's history, so that Back leaves the editor. `reload`
    // would make the browser restore the values of the controls, which the page takes for the visitor's input:
    // prefilled answers would stay empty.
    const { pathname, search } = page.location
    page.location.replace(shown.current.path === path ? pathname + search : path)
    shown.current = { path, revision }
    // Chromium drops a navigation that begins while an earlier one replaces the document: the frame would show outdated
    // options. A change during a navigation is therefore followed when the page has loaded.
    isLoading.current = true
  }, [path, revision])
  useEffect(follow, [follow])

  useEffect(() => {
    const element = frame.current
    // Copies the dry-run report, because the page that created it may be closed while the dashboard shows the report.
    const receive = (event: Event) => onDryRun(structuredClone((event as CustomEvent<DryRunReport>).detail))
    element?.addEventListener(DRY_RUN_EVENT, receive)
    return () => element?.removeEventListener(DRY_RUN_EVENT, receive)
  }, [onDryRun])

  return (
    <div className="preview-place" hidden={isHidden} ref={setPlace}>
      <iframe
        ref={frame}
        title={t('preview_frame')}
        className="preview-frame"
        style={style}
        onLoad={() => {
          isLoading.current = false
          follow()
        }}
      />
    </div>
  )
}
