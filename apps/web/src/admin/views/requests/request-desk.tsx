import { DESK_CLOSED, DESK_OPEN, type DeskChange, MAX_DESK_WORD, type ShownRequest } from '@sportello/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { CallError } from '../../../shared/call-error.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { useAccount, usePermissions } from '../../account.ts'
import { manage } from '../../call.ts'
import { DayField } from '../../ui/day-filters.tsx'
import { Facts } from '../../ui/facts.tsx'
import { CheckField, SelectField, TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useMessages } from '../../ui/use-messages.ts'
import { useWords } from '../../words.tsx'
import { useChangedParts } from './changed-parts.ts'
import { useDayFormat, useDeskStateLabel } from './desk-words.ts'
import { nameOf, useDeskChoices } from './use-desk-choices.ts'
import { useDeskDraft } from './use-desk-draft.ts'

/** The operators' work on a request: its state, its assignee, its due date and its labels. */
export function RequestDesk({ request }: { request: ShownRequest }) {
  const may = usePermissions()
  return may.work ? <DeskForm request={request} /> : <DeskFacts request={request} />
}

function DeskFacts({ request: { desk } }: { request: ShownRequest }) {
  const { t } = useWords()
  const stateLabel = useDeskStateLabel()
  const formatDay = useDayFormat()
  const choices = useDeskChoices()
  return (
    <Facts
      facts={[
        [t('desk_state'), stateLabel(desk.state)],
        [t('desk_assignee'), desk.assignee === null ? t('desk_nobody') : nameOf(choices, desk.assignee)],
        ...(desk.due_on === null ? [] : ([[t('desk_due'), formatDay(desk.due_on)]] as [string, string][])),
        ...(desk.labels.length === 0 ? [] : ([[t('desk_labels'), desk.labels.join(', ')]] as [string, string][])),
      ]}
    />
  )
}

function DeskForm({ request }: { request: ShownRequest }) {
  const { t } = useWords()
  const { desk } = request
  const listId = useId()
  const stateLabel = useDeskStateLabel()
  const choices = useDeskChoices()
  const account = useAccount()
  const saving = useSave(request)
  const changedParts = useChangedParts()
  const { draft, setDraft, touch, version, overlap } = useDeskDraft(request)
  const shown = {
    state: draft?.change.state ?? desk.state,
    assignee: draft?.change.assignee === undefined ? desk.assignee : draft.change.assignee,
    due_on: draft?.change.due_on === undefined ? desk.due_on : draft.change.due_on,
    labels: draft?.change.labels ?? desk.labels,
  }

  async function save(more: DeskChange = {}): Promise<void> {
    const label = draft?.label.trim()
    const change = { ...draft?.change, ...more, ...(label && { labels: [...shown.labels, label] }) }
    if (await saving.save(change, version)) setDraft(null)
  }
  function submit(event: FormEvent): void {
    event.preventDefault()
    void save()
  }
  const states = [...new Set([...desk.states, desk.state])]
  const assignees = [...new Set([...choices.assignees.map(({ username }) => username), ...(shown.assignee === null ? [] : [shown.assignee])])]
  const labels = [...new Set([...desk.offered_labels, ...desk.labels, ...shown.labels])]
  return (
    <form className="desk-form" onSubmit={submit}>
      {!desk.exists && <p className="hint">{t('desk_outside')}</p>}
      {saving.fault && (
        <div className="notice notice-danger" role="alert">
          {saving.fault.map((message) => (
            <p key={message}>{message}</p>
          ))}
        </div>
      )}
      <div className="desk-fields">
        <SelectField
          label={t('desk_state')}
          name="state"
          value={shown.state}
          onChange={(state) => touch({ state })}
          choices={states.map((state) => ({ value: state, label: stateLabel(state) }))}
        />
        <SelectField
          label={t('desk_assignee')}
          name="assignee"
          value={shown.assignee ?? ''}
          onChange={(name) => touch({ assignee: name === '' ? null : name })}
          choices={[{ value: '', label: t('desk_nobody') }, ...assignees.map((name) => ({ value: name, label: nameOf(choices, name) }))]}
        />
        <DayField
          className="field desk-day"
          label={t('desk_due')}
          value={shown.due_on ?? undefined}
          onChange={(day) => touch({ due_on: day === '' ? null : day })}
        />
        <TextField
          label={t('desk_label_new')}
          name="label"
          maxLength={MAX_DESK_WORD}
          list={listId}
          value={draft?.label ?? ''}
          onChange={(label) => touch({}, label.replaceAll(',', ''))}
        />
        <datalist id={listId}>
          {choices.labels.map((label) => (
            <option key={label} value={label} />
          ))}
        </datalist>
      </div>
      {labels.length > 0 && (
        <fieldset className="desk-labels">
          <legend>{t('desk_labels')}</legend>
          {labels.map((label) => (
            <CheckField
              key={label}
              label={label}
              name={label}
              value={shown.labels.includes(label)}
              onChange={(wanted) => touch({ labels: wanted ? [...shown.labels, label] : shown.labels.filter((other) => other !== label) })}
            />
          ))}
        </fieldset>
      )}
      {overlap.length > 0 && <p className="notice notice-warning">{t('desk_live_overlap', changedParts(overlap))}</p>}
      <div className="desk-buttons">
        <Button type="submit" weight="primary" disabled={draft === null || saving.isBusy}>
          {t('save')}
        </Button>
        {account && shown.assignee !== account.username && (
          <Button disabled={saving.isBusy} onClick={() => void save({ assignee: account.username })}>
            {t('desk_take')}
          </Button>
        )}
        {desk.merged_into === null && (
          <Button disabled={saving.isBusy} onClick={() => void save({ state: shown.state === DESK_CLOSED ? DESK_OPEN : DESK_CLOSED })}>
            {t(shown.state === DESK_CLOSED ? 'desk_reopen' : 'desk_close')}
          </Button>
        )}
      </div>
    </form>
  )
}

/**
 * Returns a function that saves a change of a request, and the messages of the last error. If somebody else has changed the
 * request, the request is reloaded, and the operator sees it as it is.
 */
function useSave({ ticket }: ShownRequest) {
  const { t } = useWords()
  const messages = useMessages()
  const queries = useQueryClient()
  const [fault, setFault] = useState<string[] | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  async function save(change: DeskChange, version: string): Promise<boolean> {
    setIsBusy(true)
    try {
      const now = await manage<ShownRequest>('PUT', `/requests/${encodeURIComponent(ticket)}/desk`, { body: change, version })
      queries.setQueryData(['request', ticket], now)
      setFault(null)
      showToast(t('desk_saved', ticket))
      void queries.invalidateQueries({ queryKey: ['requests'] })
      void queries.invalidateQueries({ queryKey: ['desk'] })
      return true
    } catch (error) {
      const isConflict = error instanceof CallError && error.errors.some(({ data }) => data.code === 'forms_mgmt0004')
      setFault(isConflict ? [t('desk_conflict')] : messages(error instanceof Error ? error : new Error(String(error))))
      if (isConflict) await queries.invalidateQueries({ queryKey: ['request', ticket] })
      return isConflict
    } finally {
      setIsBusy(false)
    }
  }
  return { save, fault, isBusy }
}
