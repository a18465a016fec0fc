import type { DryRunReport } from '@sportello/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { DRY_RUN_EVENT } from '../../../shared/dry-run.ts'
import { type Device, useDeviceFrame } from '../../../shared/ui/device-frame.ts'
import { usePreviewWords } from './preview-words.tsx'

interface PreviewFrameProps {
  /** Path of the visitor's page that the preview shows. When the path changes, the frame opens the new page. */
  path: string
  /** When this value changes, the frame reloads its page. The answers that were typed in the page are kept. */
  revision: string
  device: Device
  /** True if other content is shown instead of the preview. The page in the hidden frame keeps its state. */
  isHidden: boolean
  onDryRun: (report: DryRunReport) => void
}

/**
 * Frame that shows a visitor's page in the width of a device. If the page is wider than the available space, it is
 * scaled down.
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
    // `replace` keeps the frame's pages out of the browser's history, so that the Back button leaves the editor.
    // `reload` would make the browser restore the old values of the controls. The page would take them for the
    // visitor's input and would not prefill the answers.
    const { pathname, search } = page.location
    page.location.replace(shown.current.path === path ? pathname + search : path)
    shown.current = { path, revision }
    // Chromium ignores a navigation that starts while an earlier one is still replacing the document. The frame would
    // then show outdated options. If the path or revision changes during a navigation, the frame therefore navigates
    // again when the page has loaded.
    isLoading.current = true
  }, [path, revision])
  useEffect(follow, [follow])

  useEffect(() => {
    const element = frame.current
    // Copies the dry-run report. The page that created it may be closed while the dashboard still shows it.
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
