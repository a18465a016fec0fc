import type { InputComponent } from '../../define-input-part.ts'
import { LineInput } from '../text/input.tsx'

const LENGTH = 16

/**
 * The control of a tax code: a text input. As soon as the input contains a complete code, the control validates it
 * (`onLeave`), even before the visitor leaves the field (visitor specification, section 5).
 */
export const CodfisInput: InputComponent = (props) => (
  <LineInput
    {...props}
    autoComplete="off"
    onChange={(value) => {
      props.onChange(value)
      if (String(value).trim().length === LENGTH) props.onLeave()
    }}
  />
)
