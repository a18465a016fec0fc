import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type FileToShow, MAX_SHOWN_PAGES, VIEWER_PATH, type ViewerMessage } from '../../../shared/file-viewer.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { readFile } from '../../call.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useMessages } from '../../ui/use-messages.ts'
import { useWords } from '../../words.tsx'

interface FilePreviewProps {
  /** Path of the management endpoint that returns the file. */
  path: string
  file: { name: string; media_type: string }
  onDownload: () => void
  onClose: () => void
}

/**
 * Dialog that shows a picture or a PDF file in a frame without an origin (`sandbox`). A file that takes over the page in the
 * frame reaches neither the dashboard nor the operator's session.
 */
export function FilePreview({ path, file, onDownload, onClose }: FilePreviewProps) {
  const { t } = useWords()
  const messages = useMessages()
  const { frame, state, fault, pages } = useViewer(path, file, onClose)
  return (
    <Dialog
      title={file.name}
      size="large"
      onDismiss={onClose}
      actions={
        <>
          <Button onClick={onDownload}>{t('file_download')}</Button>
          <Button weight="primary" onClick={onClose}>
            {t('close')}
          </Button>
        </>
      }
    >
      {state === 'failed' ? (
        <p className="notice notice-danger" role="alert">
          {fault ? messages(fault).join(' ') : t('file_preview_failed')}
        </p>
      ) : (
        <>
          <p className="hint" role="status">
            {state === 'loading' && t('loading')}
            {pages > MAX_SHOWN_PAGES && t('file_preview_pages', String(MAX_SHOWN_PAGES), String(pages))}
          </p>
          <iframe ref={frame} className="file-preview" title={t('file_preview_of', file.name)} sandbox="allow-scripts" src={VIEWER_PATH} />
        </>
      )}
    </Dialog>
  )
}

/** Time in milliseconds after which a page that shows nothing counts as failed. Large PDF files on slow phones take seconds. */
const SHOWN_WITHIN_MS = 60_000

/** Loads a file and sends it to the page in the frame as soon as that is ready. */
function useViewer(path: string, { name, media_type: mediaType }: FilePreviewProps['file'], onEscape: () => void) {
  const { t, language } = useWords()
  const frame = useRef<HTMLIFrameElement>(null)
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const [fault, setFault] = useState<Error>()
  const [pages, setPages] = useState(0)
  const leave = useEffectEvent(onEscape)
  const page = t('page_of')
  useEffect(() => {
    const left = new AbortController()
    const loaded = readFile(path, {}, { signal: left.signal }).then((parts) => new Blob(parts).arrayBuffer())
    loaded.catch((error: unknown) => {
      if (left.signal.aborted) return
      setFault(error instanceof Error ? error : new Error(String(error)))
      setState('failed')
    })
    function listen({ source, data }: MessageEvent<ViewerMessage>): void {
      const viewer = frame.current?.contentWindow
      if (!viewer || source !== viewer) return
      if (data.viewer === 'escape') leave()
      else if (data.viewer === 'shown' || data.viewer === 'failed') {
        clearTimeout(late)
        setState(data.viewer)
        setPages(Number(data.pages) || 0)
      } else if (data.viewer === 'ready') {
        // The page has no origin that could be named. It receives only the file that it shows.
        void loaded.then((bytes) => viewer.postMessage({ bytes, mediaType, name, language, page } satisfies FileToShow, '*', [bytes])).catch(() => {})
      }
    }
    // Begins after the file has arrived: how long that takes depends on the connection.
    let late: ReturnType<typeof setTimeout>
    void loaded.then(
      () => {
        if (!left.signal.aborted) late = setTimeout(() => setState((now) => (now === 'loading' ? 'failed' : now)), SHOWN_WITHIN_MS)
      },
      () => {},
    )
    window.addEventListener('message', listen)
    return () => {
      left.abort()
      clearTimeout(late)
      window.removeEventListener('message', listen)
    }
  }, [path, mediaType, name, language, page])
  return { frame, state, fault, pages }
}
