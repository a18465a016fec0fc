import type { InputComponent } from '../../define-input-part.ts'
import { ScaleKeys, scaleKeysOf } from '../../scale-keys.tsx'
import { LineInput } from '../text/input.tsx'

export const IntInput: InputComponent = (props) => {
  const keys = props.asKeys ? scaleKeysOf(props.settings) : null
  return keys ? <ScaleKeys {...props} keys={keys} /> : <LineInput {...props} inputMode="numeric" autoComplete="off" width="narrow" />
}
