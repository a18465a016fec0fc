import { Button } from 'react-aria-components/Button'
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { useEditorWords } from './editor-words.tsx'

interface BranchMenuProps {
  /** Name of the step or field, used in the accessible name of its menu button. */
  name: string
  actions: BranchActions
  id: string
  /** True if the author has copied something that can be pasted into this step. */
  canPaste: boolean
  /** Opens the palette, which adds a field after this one. */
  onAddBelow?: (() => void) | undefined
}

/**
 * The actions in the menu of a step or field: copy, cut and paste. The card of the step or field shows this menu next
 * to its
 * buttons.
 */
export interface BranchActions {
  copy: (id: string) => void
  cut: (id: string) => void
  /**
   * Pastes the copied step or field. If `id` is a step, it is pasted into that step; if `id` is a field, after that
   * field.
   */
  paste: (id: string) => void
}

/** Button that opens the menu of a step or field: add a field below, copy, cut and paste. */
export function BranchMenu({ id, name, actions, canPaste, onAddBelow }: BranchMenuProps) {
  const t = useEditorWords()
  return (
    <MenuTrigger>
      <Button className="card-button" aria-label={`${t('editor_more')}: ${name}`}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" />
        </svg>
      </Button>
      <Popover placement="bottom end" offset={4} className="menu-body">
        <Menu aria-label={name} className="menu-items" onAction={(key) => (key === 'add' ? onAddBelow?.() : actions[key as keyof BranchActions](id))}>
          {onAddBelow && (
            <MenuItem id="add" className="menu-item">
              {t('editor_add_below')}
            </MenuItem>
          )}
          <MenuItem id="copy" className="menu-item">
            {t('editor_copy')}
          </MenuItem>
          <MenuItem id="cut" className="menu-item">
            {t('editor_cut')}
          </MenuItem>
          {canPaste && (
            <MenuItem id="paste" className="menu-item">
              {t('editor_paste')}
            </MenuItem>
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
