import { useQueryClient } from '@tanstack/react-query'
import { manage } from '../../call.ts'
import { EditModal } from '../../ui/edit-modal.tsx'
import { useWords } from '../../words.tsx'

interface DraftModalProps {
  code: string
  onClose: () => void
}

export function PublishModal({ code, onClose }: DraftModalProps) {
  const { t } = useWords()
  const queries = useQueryClient()
  async function publish(): Promise<void> {
    await manage('POST', `/definitions/${encodeURIComponent(code)}/publish`)
    await queries.invalidateQueries({ queryKey: ['definitions'] })
  }
  return (
    <EditModal
      title={t('definition_publish')}
      size="small"
      saveLabel={t('definition_publish')}
      save={publish}
      done={t('definition_published', code)}
      onClose={onClose}
    >
      <p>{t('definition_publish_text', code)}</p>
    </EditModal>
  )
}

export function DiscardModal({ code, onClose }: DraftModalProps) {
  const { t } = useWords()
  const queries = useQueryClient()
  async function discard(): Promise<void> {
    await manage('DELETE', `/definitions/${encodeURIComponent(code)}`)
    await queries.invalidateQueries({ queryKey: ['definitions'] })
  }
  return (
    <EditModal
      title={t('definition_discard')}
      size="small"
      danger
      saveLabel={t('definition_discard')}
      save={discard}
      done={t('deleted', code)}
      onClose={onClose}
    >
      <p>{t('definition_discard_text', code)}</p>
    </EditModal>
  )
}
