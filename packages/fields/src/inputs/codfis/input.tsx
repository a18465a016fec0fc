import type { InputComponent } from '../../define-input-part.ts'
import { LineInput } from '../text/input.tsx'

const LENGTH = 16

/**
 * The control of a tax code: a text input. It is validated (`onLeave`) as soon as it contains a complete code, before
 * the visitor leaves it (visitor specification, section 5).
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
