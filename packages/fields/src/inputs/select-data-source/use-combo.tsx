import { type KeyboardEvent, useMemo, useState } from 'react'
import { fold } from '../../fold.ts'
import type { SelectOption } from '../select/definition.ts'

/**
 * Maximum number of options that a searchable select field shows at once. A data source may return thousands of
 * options; a phone renders 100 without delay.
 */
const MAX_SHOWN = 100

interface ComboParts {
  /** Key of the chosen option; empty if no option is chosen. */
  value: string
  options: readonly SelectOption[]
  readOnly: boolean
  onChange: (key: string) => void
}

/**
 * Manages the state of a searchable select field: the typed text, the options that match it, and the option that is
 * highlighted with the keyboard.
 */
export function useCombo({ value, options, readOnly, onChange }: ComboParts) {
  // The text that the visitor has typed since the last choice of an option; null while the control shows the chosen
  // option.
  const [typed, setTyped] = useState<string | null>(null)
  const [opened, setOpened] = useState(false)
  const [active, setActive] = useState<string | null>(null)
  const open = opened && !readOnly
  const query = typed?.trim() ?? ''
  const found = useMemo(() => options.filter((option) => fold(option.value).includes(fold(query))), [options, query])
  const shown = useMemo(() => found.slice(0, MAX_SHOWN), [found])
  const at = shown.findIndex(({ key }) => key === active)

  function show(): void {
    setOpened(true)
    setActive(typed === null ? value || null : null)
  }

  function close(): void {
    setOpened(false)
    setTyped(null)
  }

  function choose(key: string): void {
    if (key !== value) onChange(key)
    close()
  }

  function type(text: string): void {
    setTyped(text)
    setOpened(true)
    setActive(null)
  }

  /**
   * Called when the focus leaves the searchable select field. If the text is the complete label of an option, chooses
   * that option. If the visitor has deleted the text, clears the answer. Any other text is discarded.
   */
  function leave(): void {
    const exact = typed === null ? undefined : options.find((option) => fold(option.value) === fold(query))
    if (exact) choose(exact.key)
    else if (typed !== null && query === '') choose('')
    else close()
  }

  function move(step: 1 | -1): void {
    const next = at < 0 && step < 0 ? shown.length - 1 : (at + step + shown.length) % Math.max(shown.length, 1)
    setActive(shown[next]?.key ?? null)
  }

  function press(event: KeyboardEvent): void {
    const { key } = event
    if (readOnly) return
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      if (open) move(key === 'ArrowDown' ? 1 : -1)
      else show()
    } else if (open && (key === 'Enter' || key === 'Tab')) {
      if (key === 'Enter') event.preventDefault()
      const only = key === 'Enter' && query !== '' && shown.length === 1 ? shown[0] : undefined
      const pick = shown[at] ?? only
      if (pick) choose(pick.key)
    } else if (open && key === 'Escape') {
      event.preventDefault()
      close()
    }
  }

  const text = typed ?? options.find(({ key }) => key === value)?.value ?? ''
  return { open, text, searching: open && typed !== null, shown, foundCount: found.length, at, show, close, choose, type, leave, press }
}
