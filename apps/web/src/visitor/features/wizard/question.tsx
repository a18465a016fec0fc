import type { FormField } from '@sportello/contract'
import type { Issue } from '@sportello/fields'
import { inputParts } from '@sportello/fields/react'
import { memo } from 'react'
import { useWords } from '../../../shared/phrase.tsx'

type QuestionField = Extract<FormField, { type: 'PROPERTY' | 'EMAIL' }>

interface QuestionProps {
  field: QuestionField
  shown: unknown
  issues: readonly Issue[]
  /** A message that came from the server, in the page's language. */
  serverMessage: string | undefined
  lostFiles: readonly string[] | undefined
  today: string
  onChange: (code: string, value: unknown, isFile: boolean) => void
  onLeave: (code: string) => void
}

/** The id of a question's control; the error summary leads there. */
export function controlId(code: string): string {
  return `field-${code}`
}

/** The frame of every question: label, help, control, message, tied together for assistive technology. */
export const Question = memo(function Question({ field, shown, issues, serverMessage, lostFiles, today, onChange, onLeave }: QuestionProps) {
  const { t, issue } = useWords()
  const { property_code: code, property_description: label, default_value: settings } = field.value
  const Control = inputParts[settings.input_type]
  const id = controlId(code)
  const message = issues[0] ? issue(issues[0]) : serverMessage
  const helpId = field.info_text ? `${id}-help` : undefined
  const lostId = lostFiles?.length ? `${id}-lost` : undefined
  const errorId = `${id}-error`
  const isTick = settings.input_type === 'boolean'
  return (
    <div className={`field${isTick ? ' field-tick' : ''}${message ? ' field-invalid' : ''}`}>
      <div className="field-label">
        <label htmlFor={id}>{label}</label>
        {field.required ? (
          <span className="required-mark" aria-hidden="true">
            *
          </span>
        ) : null}
      </div>
      {field.info_text && (
        <p id={helpId} className="field-help">
          {field.info_title && <strong>{field.info_title} </strong>}
          {field.info_text}
        </p>
      )}
      <Control
        id={id}
        value={shown}
        onChange={(value) => onChange(code, value, settings.input_type === 'file')}
        onLeave={() => onLeave(code)}
        settings={settings}
        label={label}
        required={field.required ?? false}
        readOnly={/^locked$/i.test(field.readonly ?? '')}
        invalid={message !== undefined}
        describedBy={[helpId, lostId, message ? errorId : undefined].filter(Boolean).join(' ') || undefined}
        errorId={errorId}
        today={today}
      />
      {lostId && (
        <p id={lostId} className="field-hint">
          {t('file_da_riallegare', (lostFiles ?? []).join(', '))}
        </p>
      )}
      <p id={errorId} className="field-error" hidden={!message}>
        {message}
      </p>
    </div>
  )
})
