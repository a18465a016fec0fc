import { controlAttributes, type InputComponent } from '../../define-input-part.ts'
import { useFieldWords } from '../../field-words.ts'
import type { SelectOption } from './definition.ts'

export const SelectInput: InputComponent = (props) => {
  const { t } = useFieldWords()
  const options = (props.settings.options ?? []) as readonly SelectOption[]
  if (props.settings.isButtons) return <ButtonGroup {...props} options={options} />
  return (
    <select
      {...controlAttributes(props)}
      className="control"
      value={String(props.value ?? '')}
      disabled={props.readOnly}
      onChange={(event) => props.onChange(event.target.value)}
      onBlur={props.onLeave}
    >
      <option value="">{(props.settings.placeholder as string | undefined) ?? t('seleziona')}</option>
      {options.map((option) => (
        <option key={option.key} value={option.key}>
          {option.value}
        </option>
      ))}
    </select>
  )
}

function ButtonGroup({ options, ...props }: Parameters<InputComponent>[0] & { options: readonly SelectOption[] }) {
  const { 'aria-required': _required, 'aria-errormessage': _message, 'aria-invalid': _invalid, ...attributes } = controlAttributes(props)
  return (
    <fieldset {...attributes} aria-label={props.label} className="button-group" tabIndex={-1}>
      {options.map((option) => (
        <button
          key={option.key}
          type="button"
          aria-pressed={props.value === option.key}
          disabled={props.readOnly}
          onClick={() => props.onChange(option.key)}
          onBlur={props.onLeave}
        >
          {option.value}
        </button>
      ))}
    </fieldset>
  )
}
