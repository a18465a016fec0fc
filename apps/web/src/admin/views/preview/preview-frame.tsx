import type { DryRunReport } from '@sportello/contract'
import { useEffect, useRef, useState } from 'react'
import { DRY_RUN_EVENT } from '../../../shared/dry-run.ts'
import { type Device, useDeviceFrame } from '../../../shared/ui/device-frame.ts'
import { usePreviewWords } from './preview-words.tsx'

interface PreviewFrameProps {
  /** Path of the page to show. A change opens it in the frame. */
  path: string
  /** A value whose change reloads the page, which keeps what was typed. */
  revision: string
  device: Device
  /** Whether something else is shown in its place; the page keeps its state. */
  isHidden: boolean
  onDryRun: (report: DryRunReport) => void
}

/** The visitor's page of a preview, as wide as a device. A page that is wider than its place is shown smaller. */
export function PreviewFrame({ path, revision, device, isHidden, onDryRun }: PreviewFrameProps) {
  const t = usePreviewWords()
  const frame = useRef<HTMLIFrameElement>(null)
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const shown = useRef({ path: '', revision })
  const style = useDeviceFrame(place, device)

  useEffect(() => {
    const page = frame.current?.contentWindow
    if (!page || (shown.current.path === path && shown.current.revision === revision)) return
    // `replace` keeps the pages of the frame out of the history, so that Back leaves the editor. `reload` would make the browser restore the controls as they
    // were, which the page takes for the visitor's input: prefilled answers would stay empty.
    const { pathname, search } = page.location
    page.location.replace(shown.current.path === path ? pathname + search : path)
    shown.current = { path, revision }
  }, [path, revision])

  useEffect(() => {
    const element = frame.current
    // Copies the report, because the page that made it may be gone when it is shown.
    const receive = (event: Event) => onDryRun(structuredClone((event as CustomEvent<DryRunReport>).detail))
    element?.addEventListener(DRY_RUN_EVENT, receive)
    return () => element?.removeEventListener(DRY_RUN_EVENT, receive)
  }, [onDryRun])

  return (
    <div className="preview-place" hidden={isHidden} ref={setPlace}>
      <iframe ref={frame} title={t('preview_frame')} className="preview-frame" style={style} />
    </div>
  )
}
