import type { InputComponent } from '../../define-input-part.ts'
import { useFieldWords } from '../../field-words.ts'
import { groupAttributes } from '../../group-attributes.tsx'
import type { MultiCheckboxSettings } from './definition.ts'

export const MultiCheckboxInput: InputComponent = (props) => {
  const { t } = useFieldWords()
  const { checkboxes, max_selected: max } = props.settings as unknown as MultiCheckboxSettings
  const ticked = new Set((props.value ?? []) as readonly string[])

  function toggle(key: string, on: boolean): void {
    props.onChange(checkboxes.map((box) => box.key).filter((each) => (each === key ? on : ticked.has(each))))
  }

  return (
    <fieldset {...groupAttributes(props)} className="choices">
      {max !== undefined && max < checkboxes.length && (
        <p className="field-help">
          {t('selezionabili_max', String(max))}
          {ticked.size > 0 && ` · ${t('contatore', String(ticked.size), String(max))}`}
        </p>
      )}
      {checkboxes.map((box) => (
        <label key={box.key} className="choice">
          <input
            className="tick"
            type="checkbox"
            checked={ticked.has(box.key)}
            disabled={props.readOnly}
            aria-invalid={props.invalid || undefined}
            onChange={(event) => toggle(box.key, event.target.checked)}
          />
          <span>{box.value}</span>
        </label>
      ))}
    </fieldset>
  )
}
