import { Counter } from '../../counter.tsx'
import { controlAttributes, type InputComponent } from '../../define-input-part.ts'
import { lengthLimitOf } from '../../text-rules.ts'
import { TEXTAREA_ROWS } from './definition.ts'

export const TextareaInput: InputComponent = (props) => {
  const text = String(props.value ?? '')
  return (
    <>
      <textarea
        {...controlAttributes(props)}
        className="control"
        rows={TEXTAREA_ROWS}
        value={text}
        readOnly={props.readOnly}
        placeholder={props.settings.placeholder as string | undefined}
        onChange={(event) => props.onChange(event.target.value)}
        onBlur={props.onLeave}
      />
      <Counter id={`${props.id}-count`} text={text} max={lengthLimitOf(props.settings)} />
    </>
  )
}
