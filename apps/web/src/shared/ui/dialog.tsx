import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react'

interface DialogProps {
  title: string
  children: ReactNode
  /** The buttons, the first choice last. */
  actions: ReactNode
  /** Called on Escape; a dialog that only its buttons may close leaves it out. */
  onDismiss?: (() => void) | undefined
  size?: 'small' | 'medium' | 'large'
}

/** A modal dialog: the platform's own, which keeps the focus inside and the page behind inert. Never closed by its backdrop. */
export function Dialog({ title, children, actions, onDismiss, size = 'small' }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  // Closed while it still stands in the document: only then does the focus go back to where it came from.
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
    // Escape raises `cancel`; a second Escape would close the dialog past it, so the key itself is taken too.
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
