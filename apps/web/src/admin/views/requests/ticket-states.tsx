import type { ListedRequest, ShownRequest, TicketState } from '@sportello/contract'
import { useIsoDateTimeFormat } from '../../ui/date-time-format.ts'
import { Facts } from '../../ui/facts.tsx'
import { useWords } from '../../words.tsx'
import { DESTINATION_KINDS, type DestinationKind } from '../forms/destination-draft.ts'

/** Returns a function that names the ticket system of a state: by its product, unless the form's author gave it a name. */
function useSystemName(): (state: Pick<TicketState, 'destination' | 'kind'>) => string {
  const { t } = useWords()
  const isKind = (kind: string): kind is DestinationKind => (DESTINATION_KINDS as readonly string[]).includes(kind)
  return ({ destination, kind }) => (destination === kind && isKind(kind) ? t(`destination_kind_${kind}`) : destination)
}

/** States of a request's tickets in ticket systems, for the list of requests. */
export function TicketStateBadges({ states }: { states: ListedRequest['ticket_states'] }) {
  const { t } = useWords()
  const systemName = useSystemName()
  return states.map(({ destination, kind, state, done }) => (
    <span key={destination} className={done ? 'badge badge-text state-processed' : 'badge badge-text'}>
      {systemName({ destination, kind })}: {state}
      {done && ` (${t('ticket_state_done')})`}
    </span>
  ))
}

/** States of a request's tickets in ticket systems, with the ticket's number and the time of the last change. */
export function TicketStateFacts({ states }: { states: ShownRequest['ticket_states'] }) {
  const { t } = useWords()
  const systemName = useSystemName()
  const formatDateTime = useIsoDateTimeFormat()
  return (
    <Facts
      facts={states.map(({ destination, kind, number, state, done, at }) => [
        [systemName({ destination, kind }), number].filter(Boolean).join(' '),
        <span key={destination}>
          <span className={done ? 'badge badge-text state-processed' : 'badge badge-text'}>
            {state}
            {done && ` (${t('ticket_state_done')})`}
          </span>{' '}
          <span className="hint">{formatDateTime(at)}</span>
        </span>,
      ])}
    />
  )
}

/** Returns the changes of the states of a request's tickets as lines of its history. */
export function useTicketLines({ ticket_states, ticket_state_changes }: ShownRequest) {
  const systemName = useSystemName()
  const kinds = new Map(ticket_states.map(({ destination, kind }) => [destination, kind]))
  return ticket_state_changes.map(({ id, destination, at, before, after }) => ({
    key: id,
    at,
    who: '',
    text: `${systemName({ destination, kind: kinds.get(destination) ?? '' })}: ${before === null ? after : `${before} → ${after}`}`,
    isNote: false,
  }))
}
