import { type FollowUp, type FollowUpAnswers, FRESH_CODE_MINUTES } from '@sportello/contract'
import { type FormEvent, useEffect, useState } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { saveAs } from '../../../shared/save-as.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { CodeField } from './follow-entry.tsx'
import { type FollowWord, useFollowWords, useMoment } from './follow-words.ts'
import type { FollowUpCalls } from './use-follow-up.ts'

interface Props {
  shown: FollowUp
  calls: FollowUpCalls
}

/** Moves the focus to the button that mails a code, in the section of the answers. */
export function focusAnswers(): void {
  const heading = document.getElementById('follow-answers')
  heading?.scrollIntoView({ block: 'center' })
  heading?.closest('section')?.querySelector('button')?.focus()
}

/** The answers, files and receipt of the request. They are shown after a mailed code. */
export function FollowAnswers({ shown, calls }: Props) {
  const words = useFollowWords()
  return (
    <section className="card" aria-labelledby="follow-answers">
      <h2 id="follow-answers">{words('risposte')}</h2>
      {shown.answers === 'none' && <p>{words('risposte_senza')}</p>}
      {shown.answers === 'locked' && <Locked shown={shown} calls={calls} />}
      {shown.answers === 'open' && <Open shown={shown} calls={calls} />}
      {shown.answers !== 'open' && shown.files.length > 0 && (
        <>
          <h3>{words('file')}</h3>
          <ul className="follow-files">
            {shown.files.map(({ id, name, size }) => (
              <li key={id}>
                {name} <Size bytes={size} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Locked({ shown, calls }: Props) {
  const words = useFollowWords()
  const [code, setCode] = useState('')
  const [isMailed, setIsMailed] = useState(false)
  const [said, setSaid] = useState<FollowWord | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function mail(): Promise<void> {
    if (isBusy) return
    setIsBusy(true)
    setSaid(null)
    try {
      await calls.ask('POST', ['code'])
      setIsMailed(true)
      setCode('')
      setSaid('codice_mandato')
    } catch (error) {
      setSaid(calls.wordOf(error, { forms0024: 'codice_limite' }))
    }
    setIsBusy(false)
  }

  async function check(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isBusy || code.trim() === '') return
    setIsBusy(true)
    setSaid(null)
    setSaid(await calls.change('PUT', ['code'], { code }, { forms0021: 'codice_errato', forms0040: 'codice_scaduto', http_malformed: 'codice_errato' }))
    setIsBusy(false)
  }

  return (
    <>
      <p>{words('risposte_chiuse', shown.mailbox ?? '')}</p>
      <p role="status" className={said !== null && said !== 'codice_mandato' ? 'field-error' : undefined}>
        {said && words(said, String(FRESH_CODE_MINUTES))}
      </p>
      {isMailed && (
        <form onSubmit={(event) => void check(event)} noValidate>
          <CodeField label={words('campo_codice')} value={code} onChange={setCode} numeric />
          <Button weight="primary" type="submit" aria-disabled={isBusy}>
            {words('mostra')}
          </Button>
        </form>
      )}
      <p>
        <Button aria-disabled={isBusy} onClick={() => void mail()}>
          {words(isMailed ? 'altro_codice' : 'manda_codice')}
        </Button>
      </p>
    </>
  )
}

function Open({ shown, calls }: Props) {
  const words = useFollowWords()
  const { t } = useWords()
  const { time } = useMoment(shown.time_zone)
  const [answers, setAnswers] = useState<FollowUpAnswers | null>(null)
  const [said, setSaid] = useState<FollowWord | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answers are read after the code was entered, and after each correction
  useEffect(() => {
    calls.ask<FollowUpAnswers>('GET', ['answers']).then(setAnswers, (error) => setSaid(calls.wordOf(error)))
  }, [shown.messages.length])

  async function download(parts: readonly string[], name: string): Promise<void> {
    setSaid(null)
    try {
      saveAs(await calls.file(parts), name)
    } catch (error) {
      setSaid(calls.wordOf(error))
    }
  }

  return (
    <>
      <p role="status">{shown.open_until && words('aperte', time(shown.open_until))}</p>
      {answers?.unreadable && <p>{words('illeggibile')}</p>}
      <div className="receipt-answers">
        {answers?.sections.map(({ title, rows }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
          <section key={index}>
            <h3>{title}</h3>
            <dl>
              {rows.map(({ label, text }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
                <div key={at} className="answer-row">
                  <dt>{label}</dt>
                  <dd className={text === '' ? 'answer-text empty' : 'answer-text'}>{text || t('risposta_vuota')}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p role="status" className="field-error">
        {said && words(said)}
      </p>
      <p>
        <Button weight="primary" onClick={() => void download(['receipt'], `${shown.ticket ?? words('titolo')}.pdf`)}>
          {words('scarica_ricevuta')}
        </Button>
      </p>
      {shown.files.length > 0 && (
        <>
          <h3>{words('file')}</h3>
          <ul className="follow-files">
            {shown.files.map(({ id, name, size }) => (
              <li key={id}>
                <Button onClick={() => void download(['files', id], name)}>{words('scarica_file', name)}</Button> <Size bytes={size} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

/** The size of a file in the reader's language. */
function Size({ bytes }: { bytes: number }) {
  const { language } = useWords()
  const [value, unit] = bytes >= 1_000_000 ? [bytes / 1_000_000, 'megabyte'] : [Math.max(1, bytes / 1_000), 'kilobyte']
  return (
    <span className="follow-size">
      {new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: unit === 'megabyte' ? 1 : 0 }).format(value)}
    </span>
  )
}
