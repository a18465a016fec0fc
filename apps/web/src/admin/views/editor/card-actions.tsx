import { type BranchActions, BranchMenu } from './branch-menu.tsx'
import { useEditorWords } from './editor-words.tsx'
import { moveByOne } from './node-edits.ts'
import { useDraft } from './use-draft.ts'

interface CardActionsProps {
  id: string
  /** Name of the field or step, used in the accessible names of its buttons. */
  name: string
  onDuplicate: () => void
  onRemove: () => void
  actions: BranchActions
  onAddBelow?: (() => void) | undefined
}

/**
 * Buttons on the card of a step or field: move up, move down, duplicate, delete, and a menu with copy, cut and paste.
 */
export function CardActions({ id, name, onDuplicate, onRemove, actions, onAddBelow }: CardActionsProps) {
  const t = useEditorWords()
  const move = useMoveByOne(id)
  return (
    <>
      <CardButton label={`${t('editor_up')}: ${name}`} onClick={() => move(-1)} path="m4 10 4-4 4 4" />
      <CardButton label={`${t('editor_down')}: ${name}`} onClick={() => move(1)} path="m4 6 4 4 4-4" />
      <CardButton label={`${t('editor_duplicate')}: ${name}`} onClick={onDuplicate} path="M6 6h7v7H6zM3 10V3h7" />
      <CardButton label={`${t('editor_delete')}: ${name}`} onClick={onRemove} path="m4 4 8 8m0-8-8 8" once />
      <BranchMenu id={id} name={name} actions={actions} canPaste onAddBelow={onAddBelow} />
    </>
  )
}

/** Returns a function that moves a step or field one position up or down among its siblings of the same kind. */
export function useMoveByOne(id: string): (by: -1 | 1) => void {
  const draft = useDraft()
  return (by) => {
    const operations = moveByOne(draft.tree, id, by)
    if (operations.length > 0) draft.edit(operations)
  }
}

interface CardButtonProps {
  label: string
  onClick: () => void
  /** SVG path of the button's icon, drawn in a 16 × 16 view box. */
  path: string
  /**
   * True if the button ignores the second click of a double click. After the first click, a different card may be under
   * the pointer.
   */
  once?: boolean
}

function CardButton({ label, onClick, path, once = false }: CardButtonProps) {
  return (
    <button
      type="button"
      className="card-button"
      aria-label={label}
      title={label}
      onClick={({ detail }) => {
        if (!once || detail < 2) onClick()
      }}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  )
}
