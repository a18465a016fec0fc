import { MAX_COMMENT_LENGTH } from '@sportello/contract'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { AreaField } from '../../ui/field.tsx'
import { useMessages } from '../../ui/use-messages.ts'
import { useCommentWords } from './comment-words.tsx'

interface TextFormProps {
  label: string
  action: string
  hint?: string | undefined
  onSend: (text: string) => Promise<void>
  onCancel: () => void
}

/**
 * Form with one text input for a comment. The input gets the focus when the form appears, and keeps its text after an
 * error.
 */
export function TextForm({ label, action, hint, onSend, onCancel }: TextFormProps) {
  const t = useCommentWords()
  const messages = useMessages()
  const form = useId()
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    document.getElementById(form)?.querySelector('textarea')?.focus()
  }, [form])
  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    if (text.trim() === '') return document.getElementById(form)?.querySelector('textarea')?.focus()
    setBusy(true)
    try {
      await onSend(text)
      setText('')
      setFault(undefined)
    } catch (error) {
      if (error instanceof Error) setFault(messages(error).join(' '))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form id={form} className="comment-form" noValidate onSubmit={(event) => void send(event)}>
      <AreaField label={label} name="text" hint={hint} fault={fault} maxLength={MAX_COMMENT_LENGTH} value={text} onChange={setText} />
      <div className="comment-actions">
        <Button type="submit" disabled={isBusy}>
          {action}
        </Button>
        <Button weight="quiet" onClick={onCancel}>
          {t('comments_cancel')}
        </Button>
      </div>
    </form>
  )
}
