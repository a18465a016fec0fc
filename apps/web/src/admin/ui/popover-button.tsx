import { type ReactNode, useEffect, useRef, useState } from 'react'
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
  const button = useRef<HTMLButtonElement>(null)
  useFocusAfterClosing(button, isOpen)
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setIsOpen}>
      <Button ref={button} className="button button-quiet menu-button">
        {label}
      </Button>
      <Popover placement="bottom end" offset={4} className="menu-body">
        <div className="menu-controls">{children(() => setIsOpen(false))}</div>
      </Popover>
    </DialogTrigger>
  )
}

/** Time after which a closed popover has given the focus back. */
const RETURNED_MS = 150

/**
 * Gives the focus to the button if it is nowhere after the popover has closed. React Aria does not restore it if Escape
 * closes the popover before the focus has moved into it.
 */
function useFocusAfterClosing(button: { readonly current: HTMLButtonElement | null }, isOpen: boolean): void {
  const wasOpen = useRef(false)
  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen
    wasOpen.current = isOpen
    if (!hasClosed) return
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) button.current?.focus()
    }, RETURNED_MS)
    return () => clearTimeout(timer)
  }, [button, isOpen])
}
