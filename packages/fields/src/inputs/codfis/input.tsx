import type { InputComponent } from '../../define-input-part.ts'
import { LineInput } from '../text/input.tsx'

const LENGTH = 16

/**
 * Text input for a tax code. It validates the code (`onLeave`) as soon as the code is complete, even before the visitor
 * leaves the field (visitor specification, section 5).
 */
export const CodfisInput: InputComponent = (props) => (
  <LineInput
    {...props}
    autoComplete="off"
    width="medium"
    onChange={(value) => {
      props.onChange(value)
      if (String(value).trim().length === LENGTH) props.onLeave()
    }}
  />
)
