import type { InputComponent } from '../../define-input-part.ts'
import { LineInput } from '../text/input.tsx'

export const EmailInput: InputComponent = (props) => <LineInput {...props} type="email" inputMode="email" autoComplete="email" />
