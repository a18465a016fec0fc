import { DESK_CLOSED, DESK_OPEN, type DeskBatchChange, type DeskBatchOutcome, type ListedRequest, MAX_DESK_WORD } from '@sportello/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { Button } from '../../../shared/ui/button.tsx'
import { useAccount } from '../../account.ts'
import { manage } from '../../call.ts'
import { DayField } from '../../ui/day-filters.tsx'
import { SelectInput, TextInput, useEditForm } from '../../ui/edit-form.tsx'
import { EditModal } from '../../ui/edit-modal.tsx'
import { showErrorToast, showToast } from '../../ui/toasts.tsx'
import { useCountPhrase } from '../../ui/use-count-phrase.ts'
import { useMessages } from '../../ui/use-messages.ts'
import { useWords } from '../../words.tsx'
import { useDeskStateLabel } from './desk-words.ts'
import { nameOf, useDeskChoices } from './use-desk-choices.ts'

interface DeskBatchProps {
  requests: readonly ListedRequest[]
  /** Called after the requests were changed. */
  onDone: () => void
}

/** Buttons for the selected requests: take them, close them, or change them in a dialog. */
export function DeskBatch({ requests, onDone }: DeskBatchProps) {
  const tickets = requests.map(({ ticket }) => ticket)
  const { t } = useWords()
  const countPhrase = useCountPhrase()
  const account = useAccount()
  const messages = useMessages()
  const send = useSend(tickets, onDone)
  const [isChanging, setIsChanging] = useState(false)
  const act = (change: DeskBatchChange) => void send(change).catch((error: unknown) => showErrorToast(messages(error as Error).join(' ')))
  return (
    <section className="desk-batch" aria-label={t('desk_change')}>
      <p aria-live="polite">{countPhrase('desk_selected', tickets.length)}</p>
      {account && <Button onClick={() => act({ assignee: account.username })}>{t('desk_take')}</Button>}
      <Button onClick={() => act({ state: DESK_CLOSED })}>{t('desk_close')}</Button>
      <Button onClick={() => setIsChanging(true)}>{t('desk_change')}</Button>
      {isChanging && <BatchModal forms={requests.map(({ form }) => form)} send={send} onClose={() => setIsChanging(false)} />}
    </section>
  )
}

/** Returns a function that changes the selected requests, and says which of them could not be changed. */
function useSend(tickets: readonly string[], onDone: () => void) {
  const { t } = useWords()
  const countPhrase = useCountPhrase()
  const queries = useQueryClient()
  return async (change: DeskBatchChange) => {
    const { changed, refused } = await manage<DeskBatchOutcome>('POST', '/desk/changes', { body: { tickets, change } })
    showToast(countPhrase('desk_changed', changed))
    if (refused.length > 0) showErrorToast(refused.map(({ ticket, reason }) => t('desk_refused', ticket, t(`desk_reason_${reason}`))).join(' · '))
    onDone()
    await Promise.all(['requests', 'desk', 'request'].map((key) => queries.invalidateQueries({ queryKey: [key] })))
  }
}

/** Value of a select field that leaves something as it is. No state, name or label is empty. */
const KEEP = ''
const NOBODY = '-'

interface BatchModalProps {
  forms: readonly string[]
  send: (change: DeskBatchChange) => Promise<void>
  onClose: () => void
}

function BatchModal({ forms, send, onClose }: BatchModalProps) {
  const { t } = useWords()
  const stateLabel = useDeskStateLabel()
  const choices = useDeskChoices(forms)
  const form = useEditForm({ state: KEEP, assignee: KEEP, due_on: '', add_label: '', remove_label: KEEP })
  function save(): Promise<void> {
    const { state, assignee, due_on, add_label, remove_label } = form.getValues()
    return send({
      ...(state !== KEEP && { state }),
      ...(assignee !== KEEP && { assignee: assignee === NOBODY ? null : assignee }),
      ...(due_on !== '' && { due_on }),
      ...(add_label.trim() !== '' && { add_label }),
      ...(remove_label !== KEEP && { remove_label }),
    })
  }
  const due = useController({ name: 'due_on', control: form.control })
  const keep = { value: KEEP, label: t('desk_keep') }
  const states = [...new Set([DESK_OPEN, ...choices.states, DESK_CLOSED])]
  return (
    <EditModal title={t('desk_change')} form={form} saveLabel={t('save')} save={save} done={null} onClose={onClose}>
      <div className="desk-fields">
        <SelectInput label={t('desk_state')} name="state" choices={[keep, ...states.map((state) => ({ value: state, label: stateLabel(state) }))]} />
        <SelectInput
          label={t('desk_assignee')}
          name="assignee"
          choices={[
            keep,
            { value: NOBODY, label: t('desk_nobody') },
            ...choices.assignees.map(({ username }) => ({ value: username, label: nameOf(choices, username) })),
          ]}
        />
        <DayField className="field desk-day" label={t('desk_due')} value={due.field.value} onChange={due.field.onChange} />
        <TextInput label={t('desk_label_add')} name="add_label" maxLength={MAX_DESK_WORD} normalize={(text: string) => text.replaceAll(',', '')} />
        <SelectInput label={t('desk_label_remove')} name="remove_label" choices={[keep, ...choices.labels.map((label) => ({ value: label, label }))]} />
      </div>
    </EditModal>
  )
}
