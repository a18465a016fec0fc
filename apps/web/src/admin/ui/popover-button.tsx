import { type ReactNode, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'

interface PopoverButtonProps {
  label: ReactNode
  children: (close: () => void) => ReactNode
}

/**
 * Button that opens a popover, a small dialog with a few controls and the same name as the button. Escape or a click
 * outside closes the popover.
 */
export function PopoverButton({ label, children }: PopoverButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setIsOpen}>
      <Button className="button button-quiet menu-button">{label}</Button>
      <Popover placement="bottom end" offset={4} className="menu-body">
        <div className="menu-controls">{children(() => setIsOpen(false))}</div>
      </Popover>
    </DialogTrigger>
  )
}
