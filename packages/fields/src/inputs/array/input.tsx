import { useRef, useState } from 'react'
import type { InputComponent } from '../../define-input-part.ts'
import { useFieldWords } from '../../field-words.ts'
import { groupAttributes } from '../../group-attributes.tsx'
import { type ArraySettings, checkElement, MOST_ELEMENTS, readElement } from './definition.ts'

/**
 * Control of a list input. The visitor can add rows, and delete rows until the minimum number is reached. The button
 * that adds a row is disabled until the last row is valid (visitor specification, section 5, "Arrays").
 */
export const ArrayInput: InputComponent = (props) => {
  const { t, issue } = useFieldWords()
  const settings = props.settings as unknown as ArraySettings
  const fewest = Math.max(settings.nelementsmin ?? 1, 1)
  const given = (props.value ?? []) as readonly string[]
  const rows = given.length >= fewest ? given : [...given, ...Array<string>(fewest - given.length).fill('')]
  const group = useRef<HTMLFieldSetElement>(null)
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const faultAt = (at: number) => {
    const [element] = props.kept([readElement(rows[at], settings)]) as readonly unknown[]
    return checkElement(element, settings, { today: props.today, matches: props.matches })[0]
  }
  const mayAdd = !props.readOnly && rows.length < (settings.nelementsmax ?? MOST_ELEMENTS) && faultAt(rows.length - 1) === undefined

  function focusRow(at: number): void {
    setTimeout(() => group.current?.querySelectorAll('input')[at]?.focus())
  }

  function add(): void {
    props.onChange([...rows, ''])
    focusRow(rows.length)
  }

  function remove(at: number): void {
    props.onChange(rows.filter((_, place) => place !== at))
    setLeft(new Set())
    focusRow(Math.max(0, at - 1))
  }

  return (
    <fieldset {...groupAttributes(props)} ref={group} className="array">
      <ol className="array-rows">
        {rows.map((row, at) => {
          const fault = (left.has(at) && row.trim() !== '') || props.invalid ? faultAt(at) : undefined
          const id = `${props.id}-${at}`
          return (
            <li key={id}>
              <div className="array-row">
                <input
                  className="control"
                  id={id}
                  type="text"
                  inputMode={settings.elementsType === 'number' ? 'decimal' : 'text'}
                  autoComplete="off"
                  aria-label={t('elemento', props.label, String(at + 1))}
                  aria-required={props.required || undefined}
                  aria-invalid={fault ? true : undefined}
                  aria-describedby={fault ? `${id}-error` : undefined}
                  value={row}
                  readOnly={props.readOnly}
                  placeholder={props.settings.placeholder as string | undefined}
                  onChange={(event) => props.onChange(rows.map((each, place) => (place === at ? event.target.value : each)))}
                  onBlur={() => setLeft((now) => new Set([...now, at]))}
                />
                {rows.length > fewest && !props.readOnly && (
                  <button
                    type="button"
                    className="icon-button"
                    aria-label={t('rimuovi_file', t('elemento', props.label, String(at + 1)))}
                    onClick={() => remove(at)}
                  >
                    <span aria-hidden="true">×</span>
                  </button>
                )}
              </div>
              {fault && (
                <p id={`${id}-error`} className="field-error">
                  {issue(fault)}
                </p>
              )}
            </li>
          )
        })}
      </ol>
      {!props.readOnly && (
        <button type="button" className="button array-add" disabled={!mayAdd} onClick={add}>
          <span aria-hidden="true">+</span> {t('aggiungi_elemento')}
        </button>
      )}
    </fieldset>
  )
}
