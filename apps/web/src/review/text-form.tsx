import { MAX_COMMENT_LENGTH } from '@sportello/contract'
import { useId, useState } from 'react'
import { CallError } from '../shared/call-error.ts'
import { Button } from '../shared/ui/button.tsx'
import { useReviewWords } from './review-words.tsx'

interface TextFormProps {
  label: string
  action: string
  text: string
  onChange: (text: string) => void
  /**
   * Sends the reviewer's text.
   * @returns false if other required input is missing; the form then keeps the text
   */
  onSend: (text: string) => Promise<boolean>
  onCancel?: () => void
}

/** Form with one text input and a send button. After an error the input keeps its text. */
export function TextForm({ label, action, text, onChange, onSend, onCancel }: TextFormProps) {
  const { t } = useReviewWords()
  const id = useId()
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  async function send(): Promise<void> {
    if (text.trim() === '' || isBusy) return document.getElementById(id)?.focus()
    setBusy(true)
    setFault('')
    try {
      if (await onSend(text)) onChange('')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFault(error.errors.map(({ data }) => data.message).join(' ') || t('review_unreachable'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className="comment-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <div className="field">
        <label htmlFor={id}>{label}</label>
        <textarea
          id={id}
          className="control"
          rows={3}
          maxLength={MAX_COMMENT_LENGTH}
          value={text}
          aria-invalid={fault !== '' || undefined}
          aria-describedby={fault === '' ? undefined : `${id}-fault`}
          onChange={(event) => onChange(event.target.value)}
        />
        {fault !== '' && (
          <p className="fault" id={`${id}-fault`} role="alert">
            {fault}
          </p>
        )}
      </div>
      <div className="comment-actions">
        <Button type="submit" weight="primary" disabled={isBusy}>
          {action}
        </Button>
        {onCancel && <Button onClick={onCancel}>{t('comments_cancel')}</Button>}
      </div>
    </form>
  )
}
