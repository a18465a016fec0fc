import { Button } from 'react-aria-components/Button'
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Icon } from '../../shared/ui/icon.tsx'

interface CheckMenuProps {
  label: string
  items: readonly { key: string; label: string; checked: boolean }[]
  onChange: (key: string, checked: boolean) => void
}

/** Menu of items that the operator can check or uncheck. The menu stays open after each change. */
export function CheckMenu({ label, items, onChange }: CheckMenuProps) {
  const checked = items.filter((item) => item.checked).map(({ key }) => key)
  return (
    <MenuTrigger>
      <Button className="button button-quiet menu-button">{label}</Button>
      <Popover placement="bottom end" offset={4} className="menu-body">
        <Menu
          aria-label={label}
          className="menu-items"
          selectionMode="multiple"
          selectedKeys={checked}
          onSelectionChange={(keys) => {
            for (const item of items) if ((keys === 'all' || keys.has(item.key)) !== item.checked) onChange(item.key, !item.checked)
          }}
          shouldCloseOnSelect={false}
        >
          {items.map((item) => (
            <MenuItem key={item.key} id={item.key} textValue={item.label} className="menu-item">
              <span className="menu-check">
                <Icon name="check" />
              </span>
              {item.label}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
