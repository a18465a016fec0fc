import { FURTHER_FILES, MAX_CORRECTED, MAX_MESSAGE_LENGTH, type ShownRequest } from '@sportello/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { usePermissions } from '../../account.ts'
import { manage } from '../../call.ts'
import { useIsoDateTimeFormat } from '../../ui/date-time-format.ts'
import { EditModal } from '../../ui/edit-modal.tsx'
import { AreaField, CheckField } from '../../ui/field.tsx'
import { useWords } from '../../words.tsx'
import { nameOf, useDeskChoices } from './use-desk-choices.ts'

/** Returns true if a request has messages, or can have some. */
export const hasMessages = ({ follow_up }: ShownRequest): boolean => follow_up.can_ask || follow_up.messages.length > 0 || follow_up.score !== null

/** The messages between the desk and the requester, and a field to ask something. */
export function RequestMessages({ request }: { request: ShownRequest }) {
  const { t } = useWords()
  const may = usePermissions()
  const choices = useDeskChoices()
  const formatDateTime = useIsoDateTimeFormat()
  const { messages, can_ask: canAsk, score, comment } = request.follow_up
  useReading(request)
  return (
    <>
      {messages.length === 0 ? (
        <p className="hint">{t('talk_empty')}</p>
      ) : (
        <ol className="plain-list timeline">
          {messages.map(({ id, at, sender, operator, text, unread, ...message }) => (
            <li key={id}>
              <p className="hint">
                <time dateTime={at}>{formatDateTime(at)}</time> · {sender === 'desk' ? nameOf(choices, operator ?? '') : t('talk_requester')}
                {unread && <span className="badge"> {t('talk_unread')}</span>}
              </p>
              {text !== '' && <p className="timeline-note">{text ?? t('talk_unreadable')}</p>}
              <MessageContent message={{ sender, ...message }} />
            </li>
          ))}
        </ol>
      )}
      {score !== null && (
        <p>
          {t('talk_score', String(score))}
          {comment !== null && ` «${comment}»`}
        </p>
      )}
      {may.work && canAsk && <AskForm key={request.ticket} request={request} />}
    </>
  )
}

type Message = ShownRequest['follow_up']['messages'][number]

/** What the desk asks for beside an answer in words, or what the requester has corrected and sent. */
function MessageContent({ message: { sender, kind, labels, changes, files } }: { message: Pick<Message, 'sender' | 'kind' | 'labels' | 'changes' | 'files'> }) {
  const { t } = useWords()
  if (kind === 'question') return null
  if (sender === 'desk') return <p className="hint">{t(kind === 'file' ? 'talk_to_send' : 'talk_to_correct', labels.join(', '))}</p>
  return (
    <>
      {kind === 'correction' && changes?.length === 0 && <p className="hint">{t('talk_unchanged')}</p>}
      {changes === null && <p className="hint">{t('talk_unreadable')}</p>}
      {changes !== null && changes.length > 0 && (
        <dl className="answer-changes">
          {changes.map(({ code, label, before, after }) => (
            <div key={code}>
              <dt>{label}</dt>
              <dd>
                <span className="hint">{t('talk_before')}:</span> <del>{before || t('talk_no_answer')}</del>
              </dd>
              <dd>
                <span className="hint">{t('talk_after')}:</span> <ins>{after || t('talk_no_answer')}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {files.length > 0 && <p className="hint">{t('talk_files', files.map(({ name }) => name).join(', '))}</p>}
    </>
  )
}

/** Tells the server that the messages of the requester were read, once they are shown to somebody who works on the request. */
function useReading({ ticket, follow_up }: ShownRequest): void {
  const may = usePermissions()
  const queries = useQueryClient()
  const isUnread = may.work && follow_up.messages.some(({ unread }) => unread)
  useEffect(() => {
    if (!isUnread) return
    // If it fails, the mark stays, and the next opening tries again.
    manage('PUT', `/requests/${encodeURIComponent(ticket)}/messages/read`).then(
      () => queries.invalidateQueries({ queryKey: ['requests'] }),
      () => undefined,
    )
  }, [isUnread, ticket, queries])
}

/** Questions that the operator has begun, by ticket: another request may be looked at before a question is finished. */
const begun = new Map<string, string>()

function AskForm({ request: { ticket, email, follow_up } }: { request: ShownRequest }) {
  const { t } = useWords()
  const queries = useQueryClient()
  const [text, setText] = useState(begun.get(ticket) ?? '')
  const [named, setNamed] = useState<readonly string[]>([])
  const [isAsked, setIsAsked] = useState(false)
  // A question keeps its id until it was sent, so that a call whose answer was lost asks once.
  const id = useRef<string | null>(null)
  function write(next: string): void {
    id.current = null
    setText(next)
    if (next === '') begun.delete(ticket)
    else begun.set(ticket, next)
  }
  function name(code: string): void {
    id.current = null
    setNamed((now) => (now.includes(code) ? now.filter((each) => each !== code) : [...now, code]))
  }
  const choices = [...follow_up.correctable, { code: FURTHER_FILES, label: t('talk_further_files'), is_file: true }]
  const chosen = choices.filter(({ code }) => named.includes(code))
  const isForFiles = chosen.every(({ is_file }) => is_file)
  async function send(): Promise<void> {
    id.current ??= crypto.randomUUID()
    const body = { id: id.current, text, ...(named.length > 0 && { properties: named }) }
    const now = await manage<ShownRequest>('POST', `/requests/${encodeURIComponent(ticket)}/messages`, { body })
    queries.setQueryData(['request', ticket], now)
    write('')
    setNamed([])
    void queries.invalidateQueries({ queryKey: ['requests'] })
  }
  function ask(event: FormEvent): void {
    event.preventDefault()
    setIsAsked(true)
  }
  return (
    <>
      <form className="desk-form" onSubmit={ask}>
        <AreaField label={t('talk_ask')} name="question" hint={t('talk_ask_hint')} maxLength={MAX_MESSAGE_LENGTH} value={text} onChange={write} />
        <details>
          <summary>{t('talk_named')}</summary>
          <fieldset className="asked-questions">
            <legend className="hint">{t('talk_named_hint')}</legend>
            {choices.map(({ code, label }) => (
              <CheckField
                key={code}
                label={label}
                name={`named-${code}`}
                value={named.includes(code)}
                disabled={named.length >= MAX_CORRECTED && !named.includes(code)}
                onChange={() => name(code)}
              />
            ))}
          </fieldset>
        </details>
        <div className="desk-buttons">
          <Button type="submit" disabled={text.trim() === ''}>
            {t('talk_send')}
          </Button>
        </div>
      </form>
      {isAsked && (
        <EditModal
          title={t('talk_confirm', email ?? '')}
          size="small"
          saveLabel={t('talk_send')}
          save={send}
          done={t('talk_sent', email ?? '')}
          onClose={() => setIsAsked(false)}
        >
          <p>{t('talk_confirm_text')}</p>
          <p className="timeline-note">{text}</p>
          {chosen.length > 0 && <p>{t(isForFiles ? 'talk_to_send' : 'talk_to_correct', chosen.map(({ label }) => label).join(', '))}</p>}
        </EditModal>
      )}
    </>
  )
}
