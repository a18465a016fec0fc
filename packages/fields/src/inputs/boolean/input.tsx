import { controlAttributes, type InputComponent } from '../../define-input-part.ts'

export const BooleanInput: InputComponent = (props) => (
  <input
    {...controlAttributes(props)}
    className="tick"
    type="checkbox"
    checked={props.value === true}
    disabled={props.readOnly}
    onChange={(event) => props.onChange(event.target.checked)}
    onBlur={props.onLeave}
  />
)
