import { controlAttributes, type InputComponent } from '../../define-input-part.ts'
import { type DateSettings, dateBounds } from './definition.ts'

const TIME_STEP_S = 300

export const DateInput: InputComponent = (props) => {
  const settings = props.settings as DateSettings
  const { min, max } = dateBounds(settings, props.today)
  const at = (day: string | undefined, time: string) => (day === undefined ? undefined : settings.time ? `${day}T${time}` : day)
  return (
    <input
      {...controlAttributes(props)}
      className="control control-short"
      type={settings.time ? 'datetime-local' : 'date'}
      step={settings.time ? TIME_STEP_S : undefined}
      min={at(min, '00:00')}
      max={at(max, '23:59') ?? at('9999-12-31', '23:59')}
      value={String(props.value ?? '')}
      readOnly={props.readOnly}
      onChange={(event) => props.onChange(event.target.value)}
      onBlur={props.onLeave}
    />
  )
}
