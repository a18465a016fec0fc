import { keptAnswer, type QuestionField } from '@sportello/contract'
import { purposeOf } from '@sportello/fields'
import { groupLabelId, inputParts, isGroup } from '@sportello/fields/react'
import { memo, use } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { ScaleContext } from './scale.ts'

interface QuestionProps {
  field: QuestionField
  shown: unknown
  invalid: boolean
  /**
   * Error message of the question, in the page's language. Undefined if there is no error, or if the question's control
   * shows the message itself.
   */
  message: string | undefined
  lostFiles: readonly string[] | undefined
  today: string
  matches: (pattern: string, value: string) => boolean
  asRadio: boolean
  readOnly: boolean
  onChange: (code: string, value: unknown, isFile: boolean) => void
  onLeave: (code: string) => void
}

/** Returns the id of a question's control. The error summary uses it to move the focus to the control. */
export function controlId(code: string): string {
  return `field-${code}`
}

/** The types of answers that are typed, whose examples are shown below the label. */
const TYPED: ReadonlySet<string> = new Set(['text', 'textarea', 'int', 'numeric', 'email', 'codfis', 'array'])

/**
 * A question with its label, help text, control and error message, which are connected by ARIA attributes. The
 * component is memoised: while the visitor types in a form with 200 questions, React renders only the question
 * concerned.
 */
export const Question = memo(function Question({
  field,
  shown,
  invalid,
  message,
  lostFiles,
  today,
  matches,
  asRadio,
  readOnly,
  onChange,
  onLeave,
}: QuestionProps) {
  const { t } = useWords()
  const { property_code: code, property_description: label, default_value: settings } = field.value
  const scale = use(ScaleContext)
  const Keys = scale?.fits(settings) ? scale.Keys : null
  const Control = Keys ?? inputParts[settings.input_type]
  const id = controlId(code)
  const helpId = field.info_text ? `${id}-help` : undefined
  // Inside the field, an example would look like an answer, and be gone while one types.
  const example = !readOnly && TYPED.has(settings.input_type) && settings.placeholder ? String(settings.placeholder) : undefined
  const exampleId = example === undefined ? undefined : `${id}-example`
  const lostId = lostFiles?.length ? `${id}-lost` : undefined
  const errorId = `${id}-error`
  const isTick = settings.input_type === 'boolean'
  const group = Keys !== null || isGroup(settings, asRadio)
  const requiredId = group && field.required ? `${id}-required` : undefined
  return (
    <div className={fieldClass(field, isTick, invalid)}>
      <div className="field-label">
        {group ? <span id={groupLabelId(id)}>{label}</span> : <label htmlFor={id}>{label}</label>}
        {field.required ? (
          <span className="required-mark" aria-hidden="true">
            *
          </span>
        ) : null}
        {requiredId && (
          <span id={requiredId} className="visually-hidden">
            {t('obbligatorio')}
          </span>
        )}
      </div>
      {field.info_text && (
        <p id={helpId} className="field-help">
          {field.info_title && <strong>{field.info_title} </strong>}
          {field.info_text}
        </p>
      )}
      {example !== undefined && (
        <p id={exampleId} className="field-help">
          {t('per_esempio', example)}
        </p>
      )}
      <Control
        id={id}
        value={shown}
        onChange={(value) => onChange(code, value, settings.input_type === 'file')}
        onLeave={() => onLeave(code)}
        settings={example === undefined ? settings : { ...settings, placeholder: undefined }}
        label={label}
        purpose={purposeOf(code, field.mapping)}
        required={field.required ?? false}
        readOnly={readOnly}
        invalid={invalid}
        describedBy={[requiredId, helpId, exampleId, lostId, message ? errorId : undefined].filter(Boolean).join(' ') || undefined}
        errorId={errorId}
        today={today}
        kept={(answer) => keptAnswer(field.value, answer)}
        matches={matches}
        asRadio={asRadio}
      />
      {lostId && (
        <p id={lostId} className="field-lost">
          {t('file_da_riallegare', (lostFiles ?? []).join(', '))}
        </p>
      )}
      <p id={errorId} className="field-error" hidden={!message}>
        {message}
      </p>
    </div>
  )
})

/**
 * Returns the CSS classes of a question. One class displays typed text in upper or lower case; the server converts the
 * stored answer by the same rule.
 */
function fieldClass(field: QuestionField, isTick: boolean, invalid: boolean): string {
  const { font_case: fontCase, default_value: settings } = field.value
  const letters = settings.input_type === 'codfis' ? 'upper' : fontCase
  return `field${isTick ? ' field-tick' : ''}${invalid ? ' field-invalid' : ''}${letters === 'upper' || letters === 'lower' ? ` field-${letters}` : ''}`
}
