import { ATTACHMENT_PREFIX, type Correction, type FollowUp, MAX_MESSAGE_LENGTH, type TagView } from '@sportello/contract'
import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { CallError } from '../../../shared/call-error.ts'
import { useWords } from '../../../shared/phrase.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { useCustomer } from '../../use-customer.ts'
import { useAnswering } from '../wizard/answering-context.tsx'
import { answersOf } from '../wizard/answers.ts'
import { DraftProvider, useDraft } from '../wizard/draft.tsx'
import type { Feedback } from '../wizard/feedback.ts'
import { correctionKey } from './correction-key.ts'
import { focusAnswers } from './follow-answers.tsx'
import { type FollowWord, useFollowWords } from './follow-words.ts'
import type { FollowUpCalls } from './use-follow-up.ts'

interface Props {
  message: FollowUp['messages'][number]
  page: string
  calls: FollowUpCalls
  /** Called with what to say when the correction has arrived or is not wanted any more; with null if the requester puts it off. */
  onClose: (said: FollowWord | null) => void
}

/** The questions that the office wants to be corrected, with the form's own controls and rules, or the files that it asks for. */
export default function FollowCorrection({ message, page, calls, onClose }: Props) {
  const words = useFollowWords()
  const { answering, prepare } = useAnswering()
  const [fields, setFields] = useState<Correction['fields'] | null>(null)
  const [said, setSaid] = useState<FollowWord | null>(null)
  const steps = useMemo(() => (fields ? [stepOf(message.id, fields)] : null), [fields, message.id])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the questions are read once
  useEffect(() => {
    calls.ask<Correction>('GET', ['messages', message.id, 'correction']).then(
      (correction) => setFields(correction.fields),
      (error) => setSaid(calls.wordOf(error)),
    )
  }, [])
  useEffect(() => {
    if (steps) prepare(steps).catch(() => setSaid('non_riuscito'))
  }, [steps, prepare])
  if (said)
    return (
      <p role="alert" className="field-error">
        {words(said)}
      </p>
    )
  if (!steps || !answering) return <p role="status">{words('caricamento')}</p>
  return (
    <DraftProvider storageKey={correctionKey(page, message.id)}>
      <answering.WithFeedback steps={steps}>
        {(feedback) => <CorrectionForm steps={steps} feedback={feedback} message={message} calls={calls} onClose={onClose} />}
      </answering.WithFeedback>
    </DraftProvider>
  )
}

/** The questions as a step of the form. */
function stepOf(id: string, form_fields: Correction['fields']): TagView {
  const code_tag = `correction-${id}`
  return {
    id: code_tag,
    code_tag,
    tag_description: '',
    form_fields,
    children: [],
    breadcrumb: [],
    tags_path: [code_tag],
    last: true,
    questions_ahead: null,
  } as unknown as TagView
}

function CorrectionForm({
  steps,
  feedback,
  message,
  calls,
  onClose,
}: Pick<Props, 'message' | 'calls' | 'onClose'> & { steps: readonly TagView[]; feedback: Feedback }) {
  const words = useFollowWords()
  const { language } = useWords()
  const { config } = useCustomer()
  const { answering } = useAnswering()
  const draft = useDraft()
  const noteId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [note, setNote] = useState('')
  const [said, setSaid] = useState<FollowWord | null>(null)
  const [part, setPart] = useState<number | null>(null)
  // A correction keeps its id until it has arrived, so that a call whose answer was lost stores it once.
  const sent = useRef<{ content: string; files: readonly File[]; id: string } | null>(null)
  const [step] = steps
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input, select, textarea, button')?.focus()
  }, [])
  if (!answering || !step) return null

  function idFor(content: string, files: readonly File[]): string {
    const last = sent.current
    if (last?.content === content && last.files.length === files.length && last.files.every((file, at) => file === files[at])) return last.id
    sent.current = { content, files, id: crypto.randomUUID() }
    return sent.current.id
  }

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (part !== null || !answering || !step) return
    setSaid(null)
    if (answering.hasFaults(step, feedback)) {
      answering.showFaults(step, feedback)
      setSaid('da_controllare')
      return
    }
    // What the visitor's session knows fills in no answer here.
    const { answers, files } = answersOf(steps, draft, language, {}, config.today)
    const chosen = Object.entries(files).flatMap(([code, list]) => list.map((file) => ({ code, file })))
    const text = note.trim()
    const body = new FormData()
    const content = JSON.stringify([answers, text])
    body.append(
      'id',
      idFor(
        content,
        chosen.map(({ file }) => file),
      ),
    )
    body.append('form_fields', JSON.stringify(answers))
    if (text !== '') body.append('text', text)
    for (const { code, file } of chosen) body.append(`${ATTACHMENT_PREFIX}${code}`, file, file.name)
    setPart(0)
    try {
      const missed = await calls.correct(message.id, body, setPart)
      // What was typed stays, and is sent after the code was entered again.
      if (missed === 'correzione_codice') {
        setPart(null)
        return setSaid(missed)
      }
      draft.clear()
      onClose(missed ?? 'correzioni_mandate')
    } catch (error) {
      setPart(null)
      const named = error instanceof CallError ? error.errors.filter(({ data }) => data.field !== undefined) : []
      if (named.length > 0) {
        feedback.takeServerFaults(named)
        setSaid('da_controllare')
      } else setSaid(calls.wordOf(error, { forms0024: 'messaggi_limite' }))
    }
  }

  return (
    <form ref={form} className="follow-correction" onSubmit={(event) => void send(event)} noValidate>
      <answering.MandatoryNote steps={steps} />
      <answering.StepFields step={step} feedback={feedback} />
      <div className="field">
        <label className="field-label" htmlFor={noteId}>
          {words('commento')}
        </label>
        <textarea id={noteId} className="control" rows={2} maxLength={MAX_MESSAGE_LENGTH} value={note} onChange={(event) => setNote(event.target.value)} />
      </div>
      <p role="status" className={said ? 'field-error' : undefined}>
        {said ? words(said) : part !== null && words('invio_file', String(Math.round(part * 100)))}
      </p>
      {said === 'correzione_codice' && (
        <p>
          <Button onClick={focusAnswers}>{words('chiedi_codice')}</Button>
        </p>
      )}
      <div className="ways-on">
        <Button weight="primary" type="submit" aria-disabled={part !== null}>
          {words(message.kind === 'file' ? 'manda_file' : 'manda_correzioni')}
        </Button>
        <Button aria-disabled={part !== null} onClick={() => part === null && onClose(null)}>
          {words('lascia_correzione')}
        </Button>
      </div>
    </form>
  )
}
