import { useEffect, useRef, useState } from 'react'
import { type FileToShow, VIEWER_PATH, type ViewerMessage } from '../../../shared/file-viewer.ts'
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
  const { frame, state, fault } = useViewer(path, file)
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
            {state === 'shown' ? '' : t('loading')}
          </p>
          <iframe ref={frame} className="file-preview" title={t('file_preview_of', file.name)} sandbox="allow-scripts" src={VIEWER_PATH} />
        </>
      )}
    </Dialog>
  )
}

/** Loads a file and sends it to the page in the frame as soon as that is ready. */
function useViewer(path: string, { name, media_type: mediaType }: FilePreviewProps['file']) {
  const { t, language } = useWords()
  const frame = useRef<HTMLIFrameElement>(null)
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const [fault, setFault] = useState<Error>()
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
      if (data.viewer !== 'ready') {
        setState(data.viewer)
        return
      }
      // The page has no origin that could be named. It receives only the file that it shows.
      void loaded.then((bytes) => viewer.postMessage({ bytes, mediaType, name, language, page } satisfies FileToShow, '*', [bytes])).catch(() => {})
    }
    window.addEventListener('message', listen)
    return () => {
      left.abort()
      window.removeEventListener('message', listen)
    }
  }, [path, mediaType, name, language, page])
  return { frame, state, fault }
}
