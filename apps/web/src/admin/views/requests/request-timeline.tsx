import { type DeskEntry, MAX_NOTE_LENGTH, type ShownRequest } from '@sportello/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { usePermissions } from '../../account.ts'
import { manage } from '../../call.ts'
import { useIsoDateTimeFormat } from '../../ui/date-time-format.ts'
import { AreaField } from '../../ui/field.tsx'
import { useMessages } from '../../ui/use-messages.ts'
import { useWords } from '../../words.tsx'
import { useDayFormat, useDeskStateLabel } from './desk-words.ts'
import { useTicketLines } from './ticket-states.tsx'
import { nameOf, useDeskChoices } from './use-desk-choices.ts'

interface Line {
  key: string
  at: string
  who: string
  text: string
  isNote: boolean
}

/** What happened to a request, oldest first, and a field for an internal note. */
export function RequestTimeline({ request }: { request: ShownRequest }) {
  const may = usePermissions()
  const formatDateTime = useIsoDateTimeFormat()
  const lines = useLines(request)
  return (
    <>
      <ol className="plain-list timeline">
        {lines.map(({ key, at, who, text, isNote }) => (
          <li key={key}>
            <p className="hint">
              <time dateTime={at}>{formatDateTime(at)}</time>
              {who && ` · ${who}`}
            </p>
            <p className={isNote ? 'timeline-note' : undefined}>{text}</p>
          </li>
        ))}
      </ol>
      {may.work && <NoteForm ticket={request.ticket} />}
    </>
  )
}

function useLines(request: ShownRequest): Line[] {
  const { t } = useWords()
  const choices = useDeskChoices()
  const describe = useDescription()
  const ticketLines = useTicketLines(request)
  const milestones = [
    ['created_at', t('request_created')],
    ['confirmed_at', t('request_confirmed')],
    ['processed_at', t('request_processed')],
  ] as const
  const lines = [
    ...milestones.flatMap(([key, text]) => {
      const at = request[key]
      return at === null ? [] : [{ key, at, who: '', text, isNote: false }]
    }),
    ...ticketLines,
    ...request.desk.entries.map((entry) => ({
      key: entry.id,
      at: entry.at,
      who: nameOf(choices, entry.operator),
      text: entry.kind === 'note' ? (entry.text ?? t('desk_note_unreadable')) : describe(entry),
      isNote: entry.kind === 'note' && entry.text !== null,
    })),
  ]
  // Entries of one change have the same time and stay in their order.
  return lines.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

/** Returns a function that says in words what an operator changed. */
function useDescription(): (entry: DeskEntry) => string {
  const { t } = useWords()
  const choices = useDeskChoices()
  const stateLabel = useDeskStateLabel()
  const formatDay = useDayFormat()
  const words: Record<
    Exclude<DeskEntry['kind'], 'note' | 'merged' | 'absorbed' | 'withdrawn'>,
    { label: string; none: string; value: (value: string) => string }
  > = {
    state: { label: t('desk_state'), none: t('desk_none'), value: stateLabel },
    assignee: { label: t('desk_assignee'), none: t('desk_nobody'), value: (name) => nameOf(choices, name) },
    due_on: { label: t('desk_due'), none: t('desk_none'), value: formatDay },
    labels: { label: t('desk_labels'), none: t('desk_none'), value: (label) => label },
  }
  return ({ kind, before, after }) => {
    if (kind === 'note') return ''
    if (kind === 'withdrawn') return t('requester_withdrew')
    if (kind === 'merged') return after === null ? t('merge_unmerged', String(before ?? '')) : t('merge_merged', String(after))
    if (kind === 'absorbed') return after === null ? t('merge_released', String(before ?? '')) : t('merge_absorbed', String(after))
    const { label, none, value } = words[kind]
    const text = (of: DeskEntry['before']) => (of === null || of.length === 0 ? none : [of].flat().map(value).join(', '))
    return t('desk_entry', label, text(before), text(after))
  }
}

/** Notes that the operator has begun, by ticket: another request may be looked at before a note is finished. */
const begun = new Map<string, string>()

function NoteForm({ ticket }: { ticket: string }) {
  const { t } = useWords()
  const messages = useMessages()
  const queries = useQueryClient()
  const [text, setText] = useState(begun.get(ticket) ?? '')
  function write(next: string): void {
    setText(next)
    if (next === '') begun.delete(ticket)
    else begun.set(ticket, next)
  }
  const [fault, setFault] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  async function add(event: FormEvent): Promise<void> {
    event.preventDefault()
    setIsBusy(true)
    try {
      const now = await manage<ShownRequest>('POST', `/requests/${encodeURIComponent(ticket)}/notes`, { body: { text } })
      queries.setQueryData(['request', ticket], now)
      void queries.invalidateQueries({ queryKey: ['requests'] })
      write('')
      setFault(undefined)
    } catch (error) {
      setFault(messages(error instanceof Error ? error : new Error(String(error))).join(' '))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <form className="desk-form" onSubmit={(event) => void add(event)}>
      <AreaField label={t('desk_note')} name="text" hint={t('desk_note_hint')} maxLength={MAX_NOTE_LENGTH} value={text} onChange={write} fault={fault} />
      <div className="desk-buttons">
        <Button type="submit" disabled={text.trim() === '' || isBusy}>
          {t('desk_note_add')}
        </Button>
      </div>
    </form>
  )
}
