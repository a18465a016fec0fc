import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useWords } from '../../words.tsx'
import { useEditorWords } from './editor-words.tsx'

/** Maps the key of the phrase that describes each action to its keyboard shortcut. On a Mac, Ctrl stands for Cmd. */
const SHORTCUTS = {
  keys_walk: ['↑ ↓ ← →'],
  keys_move: ['Alt ↑', 'Alt ↓'],
  keys_delete: ['Del'],
  keys_copy: ['Ctrl C', 'Ctrl X', 'Ctrl V'],
  keys_undo: ['Ctrl Z', 'Ctrl Shift Z'],
  keys_add: ['/'],
  keys_help: ['?'],
} as const

/** Dialog that lists the editor's keyboard shortcuts. */
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
