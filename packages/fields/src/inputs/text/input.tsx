import { Counter } from '../../counter.tsx'
import { controlAttributes, type InputComponent, type InputPartProps } from '../../define-input-part.ts'
import { maxLengthOf } from '../../text-rules.ts'

/**
 * Control of a text question: a text input of one line. The controls of other types with one line, such as e-mail
 * addresses, also use this component.
 */
export function LineInput(
  props: InputPartProps & { type?: 'text' | 'email' | 'tel'; inputMode?: 'text' | 'email' | 'numeric' | 'decimal' | 'tel'; autoComplete?: string },
) {
  const { value, onChange, onLeave, settings, readOnly, type = 'text', inputMode, autoComplete } = props
  return (
    <input
      {...controlAttributes(props)}
      className="control"
      type={type}
      inputMode={inputMode}
      autoComplete={autoComplete}
      value={String(value ?? '')}
      readOnly={readOnly}
      placeholder={settings.placeholder as string | undefined}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onLeave}
    />
  )
}

export const TextInput: InputComponent = (props) => {
  const max = maxLengthOf(props.settings)
  return (
    <>
      <LineInput
        {...props}
        {...(props.purpose === 'tel' && { type: 'tel', inputMode: 'tel' })}
        {...(props.purpose !== undefined && { autoComplete: props.purpose })}
      />
      {max !== undefined && <Counter id={`${props.id}-count`} text={String(props.value ?? '')} max={max} />}
    </>
  )
}
