import { type ListedDefinition, MAX_VERSION_MESSAGE } from '@sportello/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { manage } from '../../call.ts'
import { useIsoDateTimeFormat } from '../../ui/date-time-format.ts'
import { EditModal } from '../../ui/edit-modal.tsx'
import { AreaField } from '../../ui/field.tsx'
import { useWords } from '../../words.tsx'
import { usePublicationImpact } from '../forms/use-form-impact.ts'
import { ChangeList, useChanges } from './change-list.tsx'
import { DocumentFaults } from './document-faults.tsx'
import { PublicationCheck, usePublicationCheck } from './publication-check.tsx'

interface DraftModalProps {
  /**
   * The definition in the version that the operator saw. The server rejects the action if the definition's draft has
   * changed since.
   */
  definition: ListedDefinition
  /** Returns the place of an error in the definition in words; set for a modal in the form editor. */
  placeOf?: (pointer: string) => string | undefined
  onClose: () => void
}

export function PublishModal({ definition, placeOf, onPublished, onClose }: DraftModalProps & { onPublished?: () => void }) {
  const { t } = useWords()
  const { code_tag: code, version, updated_at } = definition
  const formatDateTime = useIsoDateTimeFormat()
  const refreshing = useRefreshing()
  const impact = usePublicationImpact()
  const [refusal, setRefusal] = useState<Error | null>(null)
  const check = usePublicationCheck(code, version)
  const [isConfirmed, setIsConfirmed] = useState(false)
  const [message, setMessage] = useState('')
  const isOpen = check.state !== 'checking' && check.errors.length === 0 && (check.warnings.length === 0 || isConfirmed)
  async function publish(): Promise<void> {
    setRefusal(null)
    try {
      await refreshing(manage('POST', `/definitions/${encodeURIComponent(code)}/publish`, { version, body: { message } }))
      onPublished?.()
    } catch (error) {
      if (error instanceof Error) setRefusal(error)
      throw error
    }
  }
  return (
    <EditModal
      title={t('definition_publish')}
      size="small"
      saveLabel={t('definition_publish')}
      disabled={!isOpen}
      save={publish}
      impact={() => impact(code)}
      done={t('definition_published', code)}
      conflictHint={t('definition_conflict')}
      onClose={onClose}
    >
      <DocumentFaults error={refusal} placeOf={placeOf} />
      <p>{t('definition_publish_text', code)}</p>
      <p>{t('definition_draft_saved', formatDateTime(updated_at))}</p>
      {refusal === null && <PublicationCheck check={check} isConfirmed={isConfirmed} onConfirm={setIsConfirmed} placeOf={placeOf} />}
      {definition.live_version !== null && <ChangesSince definition={definition} />}
      <AreaField
        label={t('publish_message')}
        name="message"
        hint={t('publish_message_hint')}
        maxLength={MAX_VERSION_MESSAGE}
        value={message}
        onChange={setMessage}
      />
    </EditModal>
  )
}

/** What a publication changes, folded. */
function ChangesSince({ definition: { code_tag: code, version } }: Pick<DraftModalProps, 'definition'>) {
  const { t, language } = useWords()
  const { data } = useChanges(code, 'live', 'draft', version)
  // The differences only help; without them the publication goes on.
  if (!data || data.total === 0) return null
  return (
    <details>
      <summary>{t('changes_since', new Intl.NumberFormat(language).format(data.total))}</summary>
      <ChangeList {...data} />
    </details>
  )
}

export function DiscardModal({ definition, onClose }: DraftModalProps) {
  const { t } = useWords()
  const { code_tag: code, version, updated_at } = definition
  const formatDateTime = useIsoDateTimeFormat()
  const refreshing = useRefreshing()
  return (
    <EditModal
      title={t('definition_discard')}
      size="small"
      danger
      saveLabel={t('definition_discard')}
      save={() => refreshing(manage('DELETE', `/definitions/${encodeURIComponent(code)}`, { version }))}
      done={t('deleted', code)}
      conflictHint={t('definition_conflict')}
      onClose={onClose}
    >
      <p>{t('definition_discard_text', code)}</p>
      <p>{t('definition_draft_saved', formatDateTime(updated_at))}</p>
    </EditModal>
  )
}

/**
 * Returns a function that runs an API call and then reloads the list of definitions, even if the server rejected the
 * call, so that the list shows the current state.
 */
export function useRefreshing(): (call: Promise<unknown>) => Promise<void> {
  const queries = useQueryClient()
  return async (call) => {
    try {
      await call
    } finally {
      await queries.invalidateQueries({ queryKey: ['definitions'] })
    }
  }
}
