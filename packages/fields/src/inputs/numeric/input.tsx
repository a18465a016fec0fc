import type { InputComponent } from '../../define-input-part.ts'
import { LineInput } from '../text/input.tsx'

export const NumericInput: InputComponent = (props) => <LineInput {...props} inputMode="decimal" autoComplete="off" width="narrow" />
