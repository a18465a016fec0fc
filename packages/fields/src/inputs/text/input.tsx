import { Counter } from '../../counter.tsx'
import { controlAttributes, type InputComponent, type InputPartProps } from '../../define-input-part.ts'
import { type ControlWidth, textFormatOf, widthFor } from '../../text-formats.ts'
import { maxLengthOf } from '../../text-rules.ts'

/**
 * Control of a text question: a text input of one line. The controls of other types with one line, such as e-mail
 * addresses, also use this component.
 */
export function LineInput(
  props: InputPartProps & {
    type?: 'text' | 'email' | 'tel'
    inputMode?: 'text' | 'email' | 'numeric' | 'decimal' | 'tel' | 'url'
    autoComplete?: string
    width?: ControlWidth | undefined
  },
) {
  const { value, onChange, onLeave, settings, readOnly, type = 'text', inputMode, autoComplete, width } = props
  return (
    <input
      {...controlAttributes(props)}
      className={width ? `control control-${width}` : 'control'}
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
  const format = textFormatOf(props.settings)
  /** Writes the answer as the server will store it, so that visitors see for example a web address with its scheme. */
  function leave(): void {
    const typed = String(props.value ?? '')
    if (format && typed.trim() !== '') {
      const kept = String(props.kept(typed))
      const shown = format.shown?.(kept) ?? kept
      if (shown !== typed && format.accepts(kept)) props.onChange(shown)
    }
    props.onLeave()
  }
  return (
    <>
      <LineInput
        {...props}
        onLeave={leave}
        width={widthFor(max)}
        {...format?.attributes}
        {...(props.purpose === 'tel' && { type: 'tel', inputMode: 'tel' })}
        {...(props.purpose !== undefined && { autoComplete: props.purpose })}
      />
      {max !== undefined && <Counter id={`${props.id}-count`} text={String(props.value ?? '')} max={max} />}
    </>
  )
}
