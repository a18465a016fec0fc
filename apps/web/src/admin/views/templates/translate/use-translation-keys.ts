import { type KeyboardEvent, type RefObject, useRef } from 'react'

const FIELDS = ':is([name=subject], [name=html]):not([readonly])'

interface Steps {
  /** True if the operator has typed texts that are not stored. */
  isChanged: boolean
  /** True if the stored translation needs a confirmation. */
  isUnconfirmed: boolean
  readOnly: boolean
  /** Stores that the translation is still right, and opens the next one. */
  confirm: () => void
  /** Opens the next translation that needs work. */
  next: () => void
}

/**
 * Keys of the fields of a translation: Ctrl+Enter saves or confirms it and opens the next one; Alt with the arrow keys
 * moves between the fields. The wish to go on is valid for one attempt to save, so that saving with the button after a
 * cancelled attempt stays here.
 * @param area element that contains the fields and the save button
 */
export function useTranslationKeys(area: RefObject<HTMLElement | null>, { isChanged, isUnconfirmed, readOnly, confirm, next }: Steps) {
  const attempt = useRef({ isWished: false, goesOn: false })
  const fields = () => [...(area.current?.querySelectorAll<HTMLInputElement>(FIELDS) ?? [])]

  function goOn(): void {
    if (!readOnly && isChanged) {
      const empty = fields().find(({ value }) => value.trim() === '')
      if (empty) empty.focus()
      else {
        attempt.current.isWished = true
        area.current?.querySelector<HTMLElement>('.dialog-actions > :last-child')?.click()
      }
    } else if (!readOnly && isUnconfirmed) confirm()
    else next()
  }
  function onKeyDown(event: KeyboardEvent): void {
    const isNext = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    const by = event.altKey ? { ArrowDown: 1, ArrowUp: -1 }[event.key] : undefined
    // React also delivers the events of the dialogs that the form opens.
    const isHere = event.target instanceof Node && area.current?.contains(event.target)
    if (!isHere || (!isNext && by === undefined)) return
    event.preventDefault()
    if (isNext) goOn()
    else fields()[fields().findIndex((field) => field.matches(':focus')) + (by ?? 0)]?.focus()
  }
  return {
    onKeyDown,
    /** Moves the focus to the first field. */
    focusFirst: () => fields()[0]?.focus(),
    /** Must be called when an attempt to save begins. */
    beginAttempt: () => {
      attempt.current = { isWished: false, goesOn: attempt.current.isWished }
    },
    /** Must be called after the translation is saved. Opens the next one if the operator has used the keys. */
    endAttempt: () => {
      if (attempt.current.goesOn) next()
    },
  }
}
