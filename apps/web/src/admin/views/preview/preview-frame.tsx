import type { DryRunReport } from '@sportello/contract'
import { useEffect, useRef, useState } from 'react'
import { DRY_RUN_EVENT } from '../../../shared/dry-run.ts'
import { usePreviewWords } from './preview-words.tsx'

/** Widths of the devices in CSS pixels; null for the width of the place that the frame has. */
export const DEVICES = { phone: 390, tablet: 768, desk: null } as const

/** A device whose width the frame has. */
export type Device = keyof typeof DEVICES

/** Width in CSS pixels of a computer's screen, if the frame has less place than that. */
const DESK_WIDTH = 1_280

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
  const width = useWidth(place)
  const wanted = DEVICES[device] ?? Math.max(width, DESK_WIDTH)
  const scale = width === 0 ? 1 : Math.min(1, width / wanted)

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
      <iframe
        ref={frame}
        title={t('preview_frame')}
        className="preview-frame"
        style={{
          width: `${wanted}px`,
          height: `${100 / scale}%`,
          transform: scale < 1 ? `scale(${scale})` : 'none',
          marginInlineStart: `${Math.max(0, (width - wanted) / 2)}px`,
        }}
      />
    </div>
  )
}

/** Returns the width of an element in CSS pixels; 0 before it is known. */
function useWidth(element: HTMLElement | null): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!element) return
    const watch = new ResizeObserver(() => setWidth(element.clientWidth))
    watch.observe(element)
    return () => watch.disconnect()
  }, [element])
  return width
}
