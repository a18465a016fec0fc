import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react'

interface DialogProps {
  title: string
  children: ReactNode
  /** The buttons of the dialog; the primary button comes last. */
  actions: ReactNode
  /**
   * Called when the visitor presses Escape. Without this callback, Escape does nothing, and the dialog closes only
   * through its buttons.
   */
  onDismiss?: (() => void) | undefined
  size?: 'small' | 'medium' | 'large'
}

/**
 * Modal dialog, based on the HTML `dialog` element. The browser keeps the focus inside it and makes the page behind it
 * inert. A click on the backdrop does not close the dialog.
 */
export function Dialog({ title, children, actions, onDismiss, size = 'small' }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  // Closes the dialog while its element is still in the document. Only then does the browser return the focus to the
  // element that opened the dialog.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element || element.open) return
    element.showModal()
    return () => element.close()
  }, [])

  function cancel(event: SyntheticEvent): void {
    event.preventDefault()
    onDismiss?.()
  }

  return (
    // Handles the Escape key itself: the first Escape fires a `cancel` event, but a second Escape would close the
    // dialog without that event.
    <dialog
      ref={dialog}
      className={`dialog dialog-${size}`}
      aria-labelledby={titleId}
      onCancel={cancel}
      onKeyDown={(event) => event.key === 'Escape' && cancel(event)}
    >
      <h2 id={titleId}>{title}</h2>
      <div className="dialog-body">{children}</div>
      {actions && <div className="dialog-actions">{actions}</div>}
    </dialog>
  )
}
