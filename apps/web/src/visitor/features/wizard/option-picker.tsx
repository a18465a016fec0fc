import type { ChildTag } from '@sportello/contract'
import { fold } from '@sportello/fields'
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { Icon } from '../../../shared/ui/icon.tsx'

interface OptionPickerProps {
  /** The step's description: the picker's accessible name. */
  name: string
  options: readonly ChildTag[]
  chosen: string | undefined
  hrefOf: (option: ChildTag) => string
  onChoose: (option: ChildTag) => void
}

/** Fewer options than this are read faster than searched. */
const SEARCH_FROM = 6

/** Options in their order, those that need a sign-in after the others (visitor specification, section 2). */
function sorted(options: readonly ChildTag[]): ChildTag[] {
  return [...options.filter((option) => !option.disabled), ...options.filter((option) => option.disabled)]
}

/**
 * The options of a step: a combobox whose list stands open below it, so that nothing is hidden behind a click. Pattern: ARIA APG,
 * editable combobox with list autocomplete. Each option is a link to its step, which also works before the script has arrived.
 */
export function OptionPicker({ name, options, chosen, hrefOf, onChoose }: OptionPickerProps) {
  const { t } = useWords()
  const id = useId()
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(-1)
  const list = useRef<HTMLDivElement>(null)
  const found = useMemo(
    () => sorted(options).filter((option) => fold(`${option.tag_description} ${option.description ?? ''}`).includes(fold(query.trim()))),
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

  function click(event: MouseEvent, option: ChildTag): void {
    // A modified click opens the step elsewhere, as any link does.
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0
    if (!option.disabled && elsewhere) return
    event.preventDefault()
    if (!option.disabled) onChoose(option)
  }

  return (
    <div className="picker">
      <div className={options.length < SEARCH_FROM ? 'picker-search picker-search-short' : 'picker-search'}>
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
          onBlur={() => setActive(-1)}
        />
      </div>
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={name} className="options">
        {found.map((option) => (
          <Option
            key={option.code_tag}
            id={`${id}-${option.code_tag}`}
            option={option}
            active={option === at}
            chosen={option.code_tag === chosen}
            href={hrefOf(option)}
            onClick={click}
          />
        ))}
      </div>
      <p className={found.length === 0 ? 'options-none' : 'visually-hidden'} role="status">
        {found.length === 0 ? t('nessuna_opzione') : query ? t('opzioni_trovate', String(found.length)) : ''}
      </p>
    </div>
  )
}

interface OptionProps {
  id: string
  option: ChildTag
  active: boolean
  chosen: boolean
  href: string
  onClick: (event: MouseEvent, option: ChildTag) => void
}

function Option({ id, option, active, chosen, href, onClick }: OptionProps) {
  const { t } = useWords()
  const tooltip = option.disabled ? t('necessaria_autenticazione') : undefined
  return (
    <a
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={chosen || active}
      aria-disabled={option.disabled || undefined}
      aria-describedby={option.description || tooltip ? `${id}-more` : undefined}
      className={`option${active ? ' option-active' : ''}${chosen ? ' option-chosen' : ''}`}
      data-code={option.code_tag}
      href={option.disabled ? undefined : href}
      title={tooltip}
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => onClick(event, option)}
    >
      <span className="option-text">
        <span className="option-name">{option.tag_description}</span>
        {(option.description || tooltip) && (
          // Its description, not a part of its name (WCAG 2.5.3).
          <span id={`${id}-more`} className="option-more" aria-hidden="true">
            {[option.description, tooltip].filter(Boolean).join(' · ')}
          </span>
        )}
      </span>
      <Icon name={option.disabled ? 'lock' : chosen ? 'check' : 'chevron'} />
    </a>
  )
}
