import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { rememberOpener, restoreFocus } from './restore-focus.ts'

interface DialogProps {
  title: string
  children: ReactNode
  /** Buttons of the dialog; the primary button comes last. */
  actions: ReactNode
  /**
   * Called when the operator presses Escape. Without this callback, Escape does nothing, and the dialog closes only
   * through its buttons.
   */
  onDismiss?: (() => void) | undefined
  size?: 'small' | 'medium' | 'large'
}

/**
 * Modal dialog. It keeps the focus inside, makes the page behind it inert, and restores the focus when it closes. A
 * click on the backdrop does not close the dialog.
 */
export function Dialog({ title, children, actions, onDismiss, size = 'small' }: DialogProps) {
  const dialog = useRef<HTMLElement>(null)
  const [opener] = useState(() => document.activeElement)
  useEscapeWithoutFocus(dialog, onDismiss)
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    rememberOpener(element, opener)
    return () => restoreFocus(element)
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
 * Calls `onDismiss` for the Escape key while nothing has the focus, such as before the focus has moved into the dialog.
 * React Aria handles the key only inside the dialog. Only the topmost dialog reacts.
 */
function useEscapeWithoutFocus(dialog: RefObject<HTMLElement | null>, onDismiss: (() => void) | undefined): void {
  const dismiss = useEffectEvent(() => onDismiss?.())
  useEffect(() => {
    function listen(event: globalThis.KeyboardEvent): void {
      if (event.key !== 'Escape' || event.target !== document.body) return
      if ([...document.querySelectorAll('.dialog')].at(-1) === dialog.current) dismiss()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [dialog])
}

/**
 * Lets the browser instead of React Aria handle the Tab key, if the dialog contains a disabled fieldset. React Aria
 * would
 * move the focus to a control in that fieldset. The focus still cannot leave the dialog, because the page behind it is
 * inert.
 */
function leaveTabToBrowser(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === 'Tab' && event.currentTarget.querySelector('fieldset:disabled')) event.stopPropagation()
}
