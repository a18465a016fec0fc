import type { ShownRequest } from '@sportello/contract'
import { useState } from 'react'
import { SHOWN_TYPES } from '../../../shared/file-viewer.ts'
import { download } from '../../call.ts'
import { bytesText } from '../../ui/bytes-text.ts'
import { useMessages } from '../../ui/use-messages.ts'
import { useWords } from '../../words.tsx'
import { FilePreview } from './file-preview.tsx'

type Attachment = ShownRequest['attachments'][number]

/** The attachments of a request, to download and, for pictures and PDF files, to look at. */
export function RequestFiles({ request }: { request: ShownRequest }) {
  const { t, language } = useWords()
  const messages = useMessages()
  const [fault, setFault] = useState<Error | null>(null)
  const [preview, setPreview] = useState<Attachment | null>(null)
  const pathOf = (id: string) => `/requests/${encodeURIComponent(request.ticket)}/attachments/${id}`
  const take = (id: string, name: string) =>
    download(pathOf(id), {}, name).then(
      () => setFault(null),
      (error: unknown) => setFault(error instanceof Error ? error : new Error(String(error))),
    )
  return (
    <>
      <ul className="plain-list">
        {request.attachments.map((file) => (
          <li key={file.id}>
            {file.malware === null ? (
              <button type="button" className="link-button" onClick={() => void take(file.id, file.name)}>
                {file.name}
              </button>
            ) : (
              file.name
            )}{' '}
            <span className="hint">{bytesText(file.size, language)}</span>{' '}
            {file.malware === null && SHOWN_TYPES.includes(file.media_type) && (
              <button type="button" className="link-button" aria-label={t('file_preview_of', file.name)} onClick={() => setPreview(file)}>
                {t('file_preview')}
              </button>
            )}
            {file.malware !== null && <p className="fault">{t('request_file_malware', file.malware)}</p>}
          </li>
        ))}
      </ul>
      {fault && (
        <p className="fault" role="alert">
          {messages(fault).join(' ')}
        </p>
      )}
      {preview && (
        <FilePreview path={pathOf(preview.id)} file={preview} onDownload={() => void take(preview.id, preview.name)} onClose={() => setPreview(null)} />
      )}
    </>
  )
}
