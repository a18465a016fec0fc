import { type FollowUp, MAX_MESSAGE_LENGTH } from '@sportello/contract'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { focusAnswers } from './follow-answers.tsx'
import { type FollowWord, useFollowWords, useMoment } from './follow-words.ts'
import type { FollowUpCalls } from './use-follow-up.ts'

/** The messages between the office and the requester, and a field to write. */
export function FollowMessages({ shown, calls }: { shown: FollowUp; calls: FollowUpCalls }) {
  const words = useFollowWords()
  const { moment } = useMoment(shown.time_zone)
  const [said, setSaid] = useState<FollowWord | null>(null)
  if (shown.messages.length === 0 && !shown.can_write) return null
  return (
    <section className="card" aria-labelledby="follow-messages">
      <h2 id="follow-messages">{words('messaggi')}</h2>
      {shown.messages.length === 0 ? (
        <p>{words('messaggi_vuoti')}</p>
      ) : (
        <ol className="follow-messages">
          {shown.messages.map((message) => (
            <li key={message.id} className={`follow-message from-${message.sender}`}>
              <p className="follow-from">
                <strong>{words(message.sender === 'desk' ? 'evento_question' : 'evento_answer')}</strong>{' '}
                <time dateTime={message.at}>{moment(message.at)}</time>
              </p>
              {message.text !== '' && <p className="follow-text">{message.text ?? words('illeggibile')}</p>}
              <Concerned message={message} />
              {message.is_open && <Answer message={message} shown={shown} calls={calls} onClose={setSaid} />}
            </li>
          ))}
        </ol>
      )}
      <p role="status">{said && words(said)}</p>
      {shown.can_write && <MessageForm calls={calls} />}
    </section>
  )
}

type Message = FollowUp['messages'][number]

/** The questions that a message concerns, and the files that came with it. */
function Concerned({ message: { sender, kind, labels, files } }: { message: Message }) {
  const words = useFollowWords()
  const list = labels.join(', ')
  if (sender === 'desk') return kind !== 'question' && <p>{words(kind === 'file' ? 'da_mandare' : 'da_correggere', list)}</p>
  return (
    <>
      {kind === 'correction' && <p>{words('hai_corretto', list)}</p>}
      {files.length > 0 && <p>{words('hai_mandato', files.map(({ name }) => name).join(', '))}</p>}
    </>
  )
}

const loadCorrection = () => import('./follow-correction.tsx').then((chunk) => chunk.default)
type FollowCorrection = Awaited<ReturnType<typeof loadCorrection>>

/** The way to answer a message that asks for corrections or files. Corrections need the answers to be shown, after the mailed code. */
function Answer({ message, shown, calls, onClose }: { message: Message; shown: FollowUp; calls: FollowUpCalls; onClose: (said: FollowWord | null) => void }) {
  const words = useFollowWords()
  const [Correction, setCorrection] = useState<FollowCorrection | null>(null)
  const [isFailed, setIsFailed] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const isLocked = message.kind === 'correction' && shown.answers !== 'open'
  function open(): void {
    setIsFailed(false)
    loadCorrection().then(
      (loaded) => setCorrection(() => loaded),
      () => setIsFailed(true),
    )
  }
  if (isLocked && !Correction)
    return (
      <>
        <p>{words('correzione_codice')}</p>
        <p>
          <Button onClick={focusAnswers}>{words('chiedi_codice')}</Button>
        </p>
      </>
    )
  if (!Correction)
    return (
      <>
        <p role="status" className="field-error">
          {isFailed && words('non_riuscito')}
        </p>
        <p>
          <Button ref={button} weight="primary" onClick={open}>
            {words(message.kind === 'file' ? 'manda_file' : 'correggi')}
          </Button>
        </p>
      </>
    )
  return (
    <Correction
      message={message}
      page={shown.page}
      calls={calls}
      onClose={(said) => {
        setCorrection(null)
        onClose(said)
        if (said === null) setTimeout(() => button.current?.focus())
      }}
    />
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
