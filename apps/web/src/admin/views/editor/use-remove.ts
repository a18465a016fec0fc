import { showToast } from '../../ui/toasts.tsx'
import { useEditorWords } from './editor-words.tsx'
import { nameOf } from './name-of.ts'
import { useDraft } from './use-draft.ts'

/**
 * Returns a function that removes a step or field, and then shows a message with an Undo button.
 * @param selected id of the selected step or field
 */
export function useRemove(selected: string, onSelect: (id: string) => void): (id: string) => void {
  const t = useEditorWords()
  const draft = useDraft()
  return (id) => {
    const removed = draft.node(id)
    if (!removed || removed.parent === null) return
    const { parent, position } = removed
    const siblings = draft.children(parent).filter(({ kind }) => kind === removed.kind)
    const at = siblings.findIndex((each) => each.id === id)
    draft.edit([{ type: 'remove', id }])
    // Removing an option keeps the open step open. Removing the selected field or the open step itself selects one of
    // its neighbours.
    if (id === selected || removed.kind === 'field') onSelect((siblings[at + 1] ?? siblings[at - 1])?.id ?? parent)
    else if (!draft.tree.isReachable(selected)) onSelect(parent)
    const name = removed.kind === 'step' ? String(removed.content.tag_description ?? '') : nameOf(removed)
    showToast(t('editor_deleted', name || t('editor_untitled')), {
      label: t('editor_take_back'),
      act() {
        draft.edit([{ type: 'move', id, parent, position }])
        onSelect(id)
      },
    })
  }
}
