import type { InputComponent } from '../../define-input-part.ts'
import { LineInput } from '../text/input.tsx'

export const IntInput: InputComponent = (props) => <LineInput {...props} inputMode="numeric" autoComplete="off" width="narrow" />
