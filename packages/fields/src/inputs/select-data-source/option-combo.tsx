import { useEffect, useRef } from 'react'
import { controlAttributes, type InputPartProps } from '../../define-input-part.ts'
import { useFieldWords } from '../../field-words.ts'
import type { SelectOption } from '../select/definition.ts'
import { useCombo } from './use-combo.tsx'

interface OptionComboProps extends InputPartProps {
  value: string
  options: readonly SelectOption[]
  /** True while the options of the select field are loading. */
  busy: boolean
  placeholder: string
}

/**
 * Select field whose options the visitor filters by typing; only an existing option can be chosen. It follows the ARIA
 * APG pattern "editable combobox with list autocomplete". In the document the list directly follows its control, so
 * that no other element must be hidden while the list is open (docs/decisions/0007-searched-select.md).
 */
export function OptionCombo(props: OptionComboProps) {
  const { t } = useFieldWords()
  const combo = useCombo(props)
  const control = useRef<HTMLInputElement>(null)
  const { open, at, shown, foundCount } = combo
  const listId = `${props.id}-list`
  const optionId = (place: number) => `${props.id}-option-${place}`

  function toggle(): void {
    control.current?.focus()
    if (open) combo.close()
    else combo.show()
  }

  return (
    <div className={props.busy ? 'combo combo-busy' : 'combo'}>
      <input
        {...controlAttributes(props)}
        ref={control}
        className="control"
        role="combobox"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={open && at >= 0 ? optionId(at) : undefined}
        aria-busy={props.busy}
        readOnly={props.readOnly}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        placeholder={props.placeholder}
        value={combo.text}
        onChange={(event) => combo.type(event.target.value)}
        onClick={(event) => {
          if (open) return
          combo.show()
          // When the control gets the focus, its text is selected. Typing then replaces the text and starts a new
          // search.
          event.currentTarget.select()
        }}
        onKeyDown={combo.press}
        onBlur={() => {
          combo.leave()
          props.onLeave()
        }}
      />
      {!props.readOnly && <Toggle name={`${t('mostra_opzioni')}: ${props.label}`} open={open} onPress={toggle} />}
      {open && <OptionList {...combo} id={listId} optionId={optionId} label={props.label} value={props.value} onChoose={combo.choose} />}
      <p className="visually-hidden" role="status">
        {!combo.searching ? '' : shown.length === 0 ? t('nessuna_opzione') : t('opzioni_trovate', String(foundCount))}
      </p>
    </div>
  )
}

/**
 * Button that opens and closes the list of options for users of a pointer. Keyboard users open the list with the arrow
 * keys.
 */
function Toggle({ name, open, onPress }: { name: string; open: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      className="combo-button"
      tabIndex={-1}
      aria-label={name}
      aria-expanded={open}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d="m6 9 6 6 6-6" />
      </svg>
    </button>
  )
}

interface OptionListProps {
  id: string
  optionId: (place: number) => string
  label: string
  value: string
  shown: readonly SelectOption[]
  foundCount: number
  /** Index of the option that is highlighted with the arrow keys; -1 if no option is highlighted. */
  at: number
  onChoose: (key: string) => void
}

function OptionList({ id, optionId, label, value, shown, foundCount, at, onChoose }: OptionListProps) {
  const { t } = useFieldWords()
  const layer = useRef<HTMLDivElement>(null)

  // Scrolls the list of options into view when the list opens, and again when an on-screen keyboard changes the size of
  // the viewport.
  useEffect(() => {
    const reveal = () => layer.current?.scrollIntoView({ block: 'nearest' })
    reveal()
    globalThis.visualViewport?.addEventListener('resize', reveal)
    return () => globalThis.visualViewport?.removeEventListener('resize', reveal)
  }, [])
  useEffect(() => {
    if (at >= 0) layer.current?.querySelectorAll('[role=option]')[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press on the list, its bar too, leaves the focus and what was typed in the control
    <div ref={layer} className="combo-popover" onMouseDown={(event) => event.preventDefault()}>
      <div id={id} role="listbox" aria-label={label} className="combo-list">
        {shown.map((option, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the control's, which holds the focus
          <div
            key={option.key}
            id={optionId(place)}
            role="option"
            tabIndex={-1}
            aria-selected={option.key === value}
            className={place === at ? 'combo-option combo-active' : 'combo-option'}
            onClick={() => onChoose(option.key)}
          >
            {option.value}
          </div>
        ))}
      </div>
      {shown.length === 0 && (
        <p className="combo-note" aria-hidden="true">
          {t('nessuna_opzione')}
        </p>
      )}
      {foundCount > shown.length && <p className="combo-note combo-more">{t('prime_opzioni', String(shown.length), String(foundCount))}</p>}
    </div>
  )
}
