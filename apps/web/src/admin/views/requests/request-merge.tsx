import type { DuplicateCandidate, ShownRequest } from '@sportello/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { usePermissions } from '../../account.ts'
import { manage } from '../../call.ts'
import { useIsoDateTimeFormat } from '../../ui/date-time-format.ts'
import { TextInput, useEditForm } from '../../ui/edit-form.tsx'
import { EditModal } from '../../ui/edit-modal.tsx'
import { showErrorToast } from '../../ui/toasts.tsx'
import { useDialogAddress } from '../../ui/use-dialog-address.ts'
import { useMessages } from '../../ui/use-messages.ts'
import { useWords } from '../../words.tsx'

/** What a request was merged with, and the buttons that merge it into another one and take it apart again. */
export function RequestMerge({ request }: { request: ShownRequest }) {
  const { t } = useWords()
  const may = usePermissions()
  const messages = useMessages()
  const { ticket, desk } = request
  const changed = useChanged(ticket)
  const [isOpen, setIsOpen] = useState(false)
  const split = () =>
    manage<ShownRequest>('DELETE', `/requests/${encodeURIComponent(ticket)}/merge`).then(changed, (error: unknown) =>
      showErrorToast(messages(error as Error).join(' ')),
    )
  return (
    <div className="request-merge">
      {desk.merged_into !== null && (
        <p className="notice">
          {t('merge_into')} <OpenRequest ticket={desk.merged_into} />
        </p>
      )}
      {desk.duplicates.length > 0 && (
        <p>
          {t('merge_duplicates')}:{' '}
          {desk.duplicates.map((each) => (
            <OpenRequest key={each} ticket={each} />
          ))}
        </p>
      )}
      {may.lead &&
        (desk.merged_into === null ? (
          <button type="button" className="link-button" onClick={() => setIsOpen(true)}>
            {t('merge')}
          </button>
        ) : (
          <Button onClick={() => void split()}>{t('merge_split')}</Button>
        ))}
      {isOpen && <MergeModal request={request} onMerged={changed} onClose={() => setIsOpen(false)} />}
    </div>
  )
}

function OpenRequest({ ticket }: { ticket: string }) {
  const request = useDialogAddress('request')
  return (
    <>
      <button type="button" className="link-button" onClick={() => request.replace(ticket)}>
        {ticket}
      </button>{' '}
    </>
  )
}

/** Returns a function that shows a changed request, and reads the list and the other request again. */
function useChanged(ticket: string) {
  const queries = useQueryClient()
  return async (now: ShownRequest) => {
    queries.setQueryData(['request', ticket], now)
    await Promise.all(
      ['requests', 'desk', 'request'].map((key) =>
        queries.invalidateQueries({ queryKey: [key], predicate: ({ queryKey }) => queryKey[0] !== 'request' || queryKey[1] !== ticket }),
      ),
    )
  }
}

interface MergeModalProps {
  request: ShownRequest
  onMerged: (now: ShownRequest) => Promise<void>
  onClose: () => void
}

/** Dialog in which the operator chooses the request that is worked on instead. */
function MergeModal({ request: { ticket, desk }, onMerged, onClose }: MergeModalProps) {
  const { t } = useWords()
  const formatDateTime = useIsoDateTimeFormat()
  const form = useEditForm({ into: '' }, ({ into }) => ({ ...(into.trim() === '' && { into: '' }) }))
  const chosen = form.watch('into')
  const { data: candidates } = useQuery({
    queryKey: ['duplicates', ticket],
    queryFn: async ({ signal }) =>
      (await manage<{ items: DuplicateCandidate[] }>('GET', `/requests/${encodeURIComponent(ticket)}/duplicates`, { signal })).items,
    gcTime: 0,
  })
  async function save(): Promise<void> {
    const into = form.getValues('into').trim().toUpperCase()
    await onMerged(await manage<ShownRequest>('PUT', `/requests/${encodeURIComponent(ticket)}/merge`, { body: { into }, version: desk.version }))
  }
  return (
    <EditModal title={t('merge')} size="small" form={form} saveLabel={t('merge')} save={save} done={t('merge_done', ticket)} onClose={onClose}>
      <p>{t('merge_text')}</p>
      {candidates && candidates.length === 0 && <p className="hint">{t('merge_none')}</p>}
      {candidates && candidates.length > 0 && (
        <fieldset className="merge-candidates">
          <legend>{t('merge_candidates')}</legend>
          {candidates.map((each) => (
            <label key={each.ticket}>
              <input
                type="radio"
                name="candidate"
                checked={chosen === each.ticket}
                onChange={() => form.setValue('into', each.ticket, { shouldDirty: true, shouldValidate: true })}
              />{' '}
              {each.ticket} <span className="hint">{[formatDateTime(each.created_at), each.email].filter(Boolean).join(', ')}</span>
            </label>
          ))}
        </fieldset>
      )}
      <TextInput label={t('merge_other')} name="into" maxLength={64} />
    </EditModal>
  )
}
