import { controlAttributes, type InputComponent, type InputPartProps } from '../../define-input-part.ts'
import { useFieldWords } from '../../field-words.ts'
import { groupAttributes } from '../../group-attributes.tsx'
import { iconSign, OptionIcon } from '../../option-icon.tsx'
import { optionsOf, type SelectOption, type SelectSettings } from './definition.ts'

export const SelectInput: InputComponent = (props) => {
  const options = optionsOf(props.settings.options as SelectSettings['options'])
  if (props.settings.isButtons) return <ButtonGroup {...props} options={options} />
  return props.asRadio || props.settings.isCards ? <RadioGroup {...props} options={options} /> : <Dropdown {...props} options={options} />
}

type Props = InputPartProps & { options: readonly SelectOption[] }

function Dropdown({ options, ...props }: Props) {
  const { t } = useFieldWords()
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
          {[iconSign(option.icon), option.value].filter(Boolean).join(' ')}
        </option>
      ))}
    </select>
  )
}

function RadioGroup({ options, ...props }: Props) {
  return (
    <div
      {...groupAttributes(props)}
      role="radiogroup"
      className="choices"
      aria-required={props.required || undefined}
      aria-invalid={props.invalid || undefined}
    >
      {options.map((option) => (
        <label key={option.key} className="choice">
          <input
            className="tick"
            type="radio"
            name={props.id}
            checked={props.value === option.key}
            disabled={props.readOnly}
            onChange={() => props.onChange(option.key)}
            // A second press on the chosen option withdraws an optional answer, as the empty option of a list does.
            onClick={() => props.value === option.key && !props.required && props.onChange('')}
          />
          <OptionIcon icon={option.icon} />
          <span>{option.value}</span>
        </label>
      ))}
    </div>
  )
}

function ButtonGroup({ options, ...props }: Props) {
  return (
    <fieldset {...groupAttributes(props)} className="button-group">
      {options.map((option) => (
        <button
          key={option.key}
          type="button"
          aria-pressed={props.value === option.key}
          disabled={props.readOnly}
          onClick={() => props.onChange(props.value === option.key ? '' : option.key)}
        >
          <OptionIcon icon={option.icon} />
          {option.value}
        </button>
      ))}
    </fieldset>
  )
}
