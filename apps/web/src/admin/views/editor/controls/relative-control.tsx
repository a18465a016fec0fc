import { dayText, type Period, shiftDay } from '@sportello/fields'
import { useWords } from '../../../words.tsx'
import { useEditorWords } from '../editor-words.tsx'
import { useDraft } from '../use-draft.ts'
import type { ControlProps } from './control-props.ts'
import { useChange, useProperty } from './use-property.ts'

const PERIODS = ['days', 'weeks', 'months', 'years'] as const

/** Editor control for the earliest or latest date of an answer, relative to today: a number and a unit of time. */
export function RelativeControl({ id, path, name, label, readOnly }: ControlProps & { name: string }) {
  const t = useEditorWords()
  const { language } = useWords()
  const draft = useDraft()
  const above = path.slice(0, -1)
  const amount = useProperty(id, [...above, `${name}_value`])
  const period = useProperty(id, [...above, `${name}_period`])
  const change = useChange(id)
  const setPeriod = (next: string) =>
    change([
      { path: [...above, `${name}_period`], value: next === '' ? undefined : next },
      ...(next === '' || amount.value === undefined ? [{ path: [...above, `${name}_value`], value: next === '' ? undefined : 0 }] : []),
    ])
  // If no unit is set, the number of a relative date is a number of days.
  const setAmount = (next: number) =>
    change(
      [
        { path: [...above, `${name}_value`], value: next },
        { path: [...above, `${name}_period`], value: period.value ?? 'days' },
      ],
      { typing: true },
    )
  const isSet = typeof amount.value === 'number' && PERIODS.some((each) => each === period.value)
  const day = isSet ? shiftDay(new Date().toLocaleDateString('sv'), Number(amount.value), period.value as Period) : undefined
  return (
    <fieldset className="field relative">
      <legend>{label}</legend>
      <div className="relative-parts">
        <input
          className="control"
          type="number"
          aria-label={label}
          readOnly={readOnly}
          value={amount.value === undefined ? '' : String(amount.value)}
          onChange={({ target }) => setAmount(Number.isNaN(target.valueAsNumber) ? 0 : target.valueAsNumber)}
          onBlur={() => draft.settle()}
        />
        <select
          className="control"
          aria-label={`${label}: ${t('period_days')}, ${t('period_months')}`}
          disabled={readOnly}
          value={String(period.value ?? '')}
          onChange={({ target }) => setPeriod(target.value)}
        >
          <option value="">{t('period_none')}</option>
          {PERIODS.map((each) => (
            <option key={each} value={each}>
              {t(`period_${each}`)}
            </option>
          ))}
        </select>
      </div>
      <p className="hint">
        {day === undefined ? t('set_relative_hint') : t('set_relative_today', dayText(day, language))}
        {(period.value === 'months' || period.value === 'years') && ` ${t('set_relative_length')}`}
      </p>
    </fieldset>
  )
}
