import { type FollowUp, MAX_MESSAGE_LENGTH } from '@sportello/contract'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { type FollowWord, useFollowWords, useMoment } from './follow-words.ts'
import type { FollowUpCalls } from './use-follow-up.ts'

/** The messages between the office and the requester, and a field to write. */
export function FollowMessages({ shown, calls }: { shown: FollowUp; calls: FollowUpCalls }) {
  const words = useFollowWords()
  const { moment } = useMoment(shown.time_zone)
  if (shown.messages.length === 0 && !shown.can_write) return null
  return (
    <section className="card" aria-labelledby="follow-messages">
      <h2 id="follow-messages">{words('messaggi')}</h2>
      {shown.messages.length === 0 ? (
        <p>{words('messaggi_vuoti')}</p>
      ) : (
        <ol className="follow-messages">
          {shown.messages.map(({ id, at, sender, text }) => (
            <li key={id} className={`follow-message from-${sender}`}>
              <p className="follow-from">
                <strong>{words(sender === 'desk' ? 'evento_question' : 'evento_answer')}</strong> <time dateTime={at}>{moment(at)}</time>
              </p>
              <p className="follow-text">{text ?? words('illeggibile')}</p>
            </li>
          ))}
        </ol>
      )}
      {shown.can_write && <MessageForm calls={calls} />}
    </section>
  )
}

function MessageForm({ calls }: { calls: FollowUpCalls }) {
  const words = useFollowWords()
  const { language } = useWords()
  const fieldId = useId()
  const [text, setText] = useState('')
  const [said, setSaid] = useState<{ word: FollowWord; isFault: boolean } | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  // A message keeps its id until it has arrived, so that a call whose answer was lost stores it once.
  const id = useRef<string | null>(null)

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isBusy || text.trim() === '') return
    setIsBusy(true)
    setSaid(null)
    id.current ??= crypto.randomUUID()
    const fault = await calls.change('POST', ['messages'], { id: id.current, text }, { forms0024: 'messaggi_limite' })
    setIsBusy(false)
    if (fault) return setSaid({ word: fault, isFault: true })
    id.current = null
    setText('')
    setSaid({ word: 'mandato', isFault: false })
  }

  return (
    <form onSubmit={(event) => void send(event)} noValidate>
      <div className="field">
        <label className="field-label" htmlFor={fieldId}>
          {words('scrivi')}
        </label>
        <textarea
          id={fieldId}
          className="control"
          rows={4}
          maxLength={MAX_MESSAGE_LENGTH}
          aria-describedby={`${fieldId}-hint`}
          value={text}
          onChange={(event) => {
            id.current = null
            setText(event.target.value)
          }}
        />
        <p id={`${fieldId}-hint`} className="field-hint">
          {words('scrivi_nota', MAX_MESSAGE_LENGTH.toLocaleString(language))}
        </p>
      </div>
      <p role="status" className={said?.isFault ? 'field-error' : undefined}>
        {said && words(said.word)}
      </p>
      <Button weight="primary" type="submit" aria-disabled={isBusy || text.trim() === ''}>
        {words('manda')}
      </Button>
    </form>
  )
}
