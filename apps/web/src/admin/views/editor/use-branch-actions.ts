import { ROOT_ID } from '@sportello/contract'
import { type KeyboardEvent, useMemo } from 'react'
import { showToast } from '../../ui/toasts.tsx'
import { keepCopy, lastCopy } from './branch-clipboard.ts'
import { copyOf, pasteInto } from './branch-copy.ts'
import type { BranchActions } from './branch-menu.tsx'
import { useEditorWords } from './editor-words.tsx'
import { nameOf } from './name-of.ts'
import { useDraft } from './use-draft.ts'

/**
 * Returns the copy, cut and paste actions for steps and fields.
 * @param onSelect called with the id of the pasted step or field
 */
export function useBranchActions(code: string, onSelect: (id: string) => void): BranchActions {
  const t = useEditorWords()
  const draft = useDraft()
  return useMemo(() => {
    function take(id: string, isCut: boolean): void {
      const copied = copyOf(draft.tree, code, id, isCut)
      const node = draft.node(id)
      if (!copied || !node) return
      keepCopy(copied)
      const name = (node.kind === 'step' ? String(node.content.tag_description ?? '') : nameOf(node)) || t('editor_untitled')
      showToast(t(isCut ? 'editor_was_cut' : 'editor_was_copied', name))
    }
    return {
      copy: (id) => take(id, false),
      cut: (id) => take(id, true),
      paste(id) {
        const copied = lastCopy()
        const node = draft.node(id)
        if (!copied || !node) return showToast(t('editor_nothing_copied'))
        const step = node.kind === 'step' ? id : (node.parent ?? ROOT_ID)
        const { id: pasted, operations } = pasteInto(draft.tree, code, copied, step, node.kind === copied.kind && node.kind === 'field' ? id : undefined)
        if (operations.length === 0) return showToast(t('editor_not_inside'))
        draft.edit(operations)
        onSelect(pasted)
      },
    }
  }, [code, draft, onSelect, t])
}

/**
 * Runs the copy, cut or paste action if the pressed key is its shortcut: Ctrl or Cmd with C, X or V.
 * @returns true if the pressed key was one of these shortcuts
 */
export function actOnKey(event: KeyboardEvent, actions: BranchActions, id: string, readOnly: boolean): boolean {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return false
  const action = ({ c: 'copy', x: 'cut', v: 'paste' } as const)[event.key.toLowerCase()]
  if (!action || (readOnly && action !== 'copy')) return false
  actions[action](id)
  return true
}
