import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useWords } from '../../words.tsx'
import { useEditorWords } from './editor-words.tsx'

/** Keys of the editor, by the phrase that says what they do. Ctrl is Cmd on a Mac. */
const SHORTCUTS = {
  keys_walk: ['↑ ↓ ← →'],
  keys_move: ['Alt ↑', 'Alt ↓'],
  keys_delete: ['Del'],
  keys_copy: ['Ctrl C', 'Ctrl X', 'Ctrl V'],
  keys_undo: ['Ctrl Z', 'Ctrl Shift Z'],
  keys_add: ['/'],
  keys_help: ['?'],
} as const

/** Sheet of the editor's keyboard shortcuts. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const t = useEditorWords()
  const { t: shared } = useWords()
  return (
    <Dialog
      title={t('keys_title')}
      size="small"
      onDismiss={onClose}
      actions={
        <Button weight="primary" onClick={onClose}>
          {shared('close')}
        </Button>
      }
    >
      <dl className="shortcuts">
        {Object.entries(SHORTCUTS).map(([name, keys]) => (
          <div key={name}>
            <dt>
              {keys.map((each) => (
                <kbd key={each}>{each}</kbd>
              ))}
            </dt>
            <dd>{t(name as keyof typeof SHORTCUTS)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
