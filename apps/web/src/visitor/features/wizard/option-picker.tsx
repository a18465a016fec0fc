import { fold } from '@sportello/fields'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { Icon } from '../../../shared/ui/icon.tsx'
import { type OptionPickerProps, optionsInOrder, StepOption } from './step-option.tsx'

/**
 * Number of options from which a step's search box is always visible. With fewer options, it appears when it gets the
 * focus.
 */
const SEARCH_FROM = 8

/**
 * The options of a step as a combobox whose list is always open, following the ARIA APG pattern "editable combobox with
 * list autocomplete". Each option is a link to its step, so that options work before the script is loaded.
 */
export function OptionPicker({ name, options, chosen, hrefOf, onChoose }: OptionPickerProps) {
  const { t } = useWords()
  const id = useId()
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(-1)
  // Once shown, the search box keeps its place: the options would otherwise move under the pointer that presses one of them.
  const [isShown, setIsShown] = useState(options.length >= SEARCH_FROM)
  const list = useRef<HTMLDivElement>(null)
  const found = useMemo(
    () => optionsInOrder(options).filter((option) => fold(`${option.tag_description} ${option.description ?? ''}`).includes(fold(query.trim()))),
    [options, query],
  )
  const enabled = found.filter((option) => !option.disabled)
  const at = enabled[active]

  useEffect(() => {
    if (at) list.current?.querySelector(`[data-code="${CSS.escape(at.code_tag)}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [at])

  function move(event: KeyboardEvent<HTMLInputElement>): void {
    const last = enabled.length - 1
    const to = { ArrowDown: active >= last ? 0 : active + 1, ArrowUp: active <= 0 ? last : active - 1 }[event.key]
    if (to !== undefined) {
      event.preventDefault()
      setActive(to)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const choice = at ?? (query.trim() !== '' && enabled.length === 1 ? enabled[0] : undefined)
      if (choice) onChoose(choice)
    } else if (event.key === 'Escape' && query !== '') {
      event.preventDefault()
      setQuery('')
    }
  }

  return (
    <div className="picker">
      <div className={isShown ? 'picker-search' : 'picker-search picker-search-short'}>
        <Icon name="search" />
        <input
          className="control"
          role="combobox"
          aria-label={name}
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={at ? `${id}-${at.code_tag}` : undefined}
          autoComplete="off"
          placeholder={t('cerca_opzione')}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setActive(-1)
          }}
          onKeyDown={move}
          onFocus={() => setIsShown(true)}
          onBlur={() => setActive(-1)}
        />
      </div>
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={name} className="options">
        {found.map((option) => (
          <StepOption
            key={option.code_tag}
            role="option"
            id={`${id}-${option.code_tag}`}
            option={option}
            active={option === at}
            chosen={option.code_tag === chosen}
            tabIndex={0}
            href={hrefOf(option)}
            onChoose={onChoose}
          />
        ))}
      </div>
      <p className={found.length === 0 ? 'options-none' : 'visually-hidden'} role="status">
        {found.length === 0 ? t('nessuna_opzione') : query ? t('opzioni_trovate', String(found.length)) : ''}
      </p>
    </div>
  )
}
