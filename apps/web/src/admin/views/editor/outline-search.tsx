import { type DraftNode, ROOT_ID } from '@sportello/contract'
import { fold } from '@sportello/fields'
import { type ReactNode, useDeferredValue, useId, useState } from 'react'
import { useEditorWords } from './editor-words.tsx'
import { useDraft } from './use-draft.ts'

/**
 * Maximum number of results in the search of the outline. If there are more, the author must type a longer search text.
 */
const MAX_FOUND = 100

interface OutlineSearchProps {
  onSelect: (id: string) => void
  /** The tree of all steps, shown while the search field is empty. */
  children: ReactNode
}

/**
 * Search field above the outline. It finds steps by title or code, and shows the results instead of the tree of steps.
 */
export function OutlineSearch({ onSelect, children }: OutlineSearchProps) {
  const t = useEditorWords()
  const draft = useDraft()
  const searchId = useId()
  const [typed, setTyped] = useState('')
  const wanted = useDeferredValue(fold(typed.trim()))
  const found = wanted === '' ? [] : stepsWith(wanted)
  return (
    <>
      <label htmlFor={searchId} className="visually-hidden">
        {t('outline_search')}
      </label>
      <input
        id={searchId}
        type="search"
        className="control outline-search"
        placeholder={t('outline_search')}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          const [first] = found
          if (event.key === 'Escape') setTyped('')
          if (event.key !== 'Enter' || !first) return
          event.preventDefault()
          open(first)
        }}
      />
      {wanted === '' ? (
        children
      ) : (
        <>
          <p role="status" className="hint">
            {found.length === 0 ? t('editor_nothing_found') : t('outline_found', String(found.length))}
          </p>
          <ul className="outline-found">
            {found.map((step) => (
              <li key={step.id}>
                <button type="button" className="outline-result" onClick={() => open(step)}>
                  {titleOf(step)}
                  <span className="hint">{placeOf(step)}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )

  function open({ id }: DraftNode): void {
    setTyped('')
    onSelect(id)
  }

  function titleOf({ content }: DraftNode): string {
    return String(content.tag_description ?? '') || t('editor_untitled')
  }

  /** Returns the titles of the steps above a step, as one text. */
  function placeOf({ id }: DraftNode): string {
    return draft.tree.pathOf(id).slice(1).toReversed().map(titleOf).join(' › ')
  }

  function stepsWith(text: string): DraftNode[] {
    const steps: DraftNode[] = []
    for (const node of draft.tree.subtree(ROOT_ID)) {
      if (node.kind !== 'step' || !fold(`${node.content.tag_description ?? ''} ${node.content.code_tag ?? ''}`).includes(text)) continue
      steps.push(node)
      if (steps.length === MAX_FOUND) break
    }
    return steps
  }
}
