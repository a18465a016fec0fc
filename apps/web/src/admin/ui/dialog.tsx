import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { keepPlace, rememberOpener } from './keep-place.ts'

interface DialogProps {
  title: string
  children: ReactNode
  /** The buttons, the first choice last. */
  actions: ReactNode
  /** Called on Escape; a dialog that only its buttons may close leaves it out. */
  onDismiss?: (() => void) | undefined
  size?: 'small' | 'medium' | 'large'
}

/** A modal dialog: keeps the focus inside, makes the page behind inert and gives the focus back. A press on the backdrop never closes it. */
export function Dialog({ title, children, actions, onDismiss, size = 'small' }: DialogProps) {
  const dialog = useRef<HTMLElement>(null)
  const [opener] = useState(() => document.activeElement)
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    rememberOpener(element, opener)
    return () => keepPlace(element)
  }, [opener])

  return (
    <ModalOverlay isOpen isKeyboardDismissDisabled={!onDismiss} onOpenChange={(isOpen) => !isOpen && onDismiss?.()} className="dialog-overlay">
      <Modal>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys come from the controls inside */}
        <div onKeyDown={leaveTabToBrowser}>
          <AriaDialog ref={dialog} className={`dialog dialog-${size}`}>
            <Heading slot="title">{title}</Heading>
            <div className="dialog-body">{children}</div>
            {actions && <div className="dialog-actions">{actions}</div>}
          </AriaDialog>
        </div>
      </Modal>
    </ModalOverlay>
  )
}

/**
 * React Aria moves the focus on Tab itself and stops at the first control of a disabled fieldset, which takes no focus. The page behind is inert:
 * the browser's own order cannot leave the dialog either.
 */
function leaveTabToBrowser(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === 'Tab' && event.currentTarget.querySelector('fieldset:disabled')) event.stopPropagation()
}
