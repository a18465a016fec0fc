import type { FollowUp } from '@sportello/contract'
import { useFollowWords, useMoment } from './follow-words.ts'

/** Says how far the request is. */
export function FollowState({ shown }: { shown: FollowUp }) {
  const words = useFollowWords()
  const { moment } = useMoment(shown.time_zone)
  const { state, state_name: own, ticket, confirm_until: until } = shown
  return (
    <div className="follow-state" data-state={state}>
      {ticket !== null && (
        <p>
          {words('campo_ticket')}: <strong className="follow-ticket">{ticket}</strong>
        </p>
      )}
      <h2>{words('stato')}</h2>
      <p className="follow-badge">
        <strong>{words(`stato_${state}`)}</strong>
        {own !== null && <span> · {own}</span>}
      </p>
      <p>{words(`testo_${state}`)}</p>
      {until !== null && <p>{words('entro', moment(until))}</p>}
    </div>
  )
}

/** What happened to the request, oldest first. */
export function FollowEvents({ shown }: { shown: FollowUp }) {
  const words = useFollowWords()
  const { moment } = useMoment(shown.time_zone)
  return (
    <section className="card" aria-labelledby="follow-events">
      <h2 id="follow-events">{words('eventi')}</h2>
      <ol className="follow-events">
        {shown.events.map(({ at, kind, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: events are only added at the end
          <li key={index}>
            <span>{words(`evento_${kind}`, text ?? '')}</span>
            <time dateTime={at}>{moment(at)}</time>
          </li>
        ))}
      </ol>
    </section>
  )
}
