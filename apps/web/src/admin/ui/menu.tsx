import { type ReactNode, useEffect, useId, useRef, useState } from 'react'

interface MenuProps {
  /** What stands on the button. */
  label: ReactNode
  children: ReactNode
  className?: string
}

/** A button that opens a few controls below it; Escape and a press elsewhere close them. */
export function Menu({ label, children, className }: MenuProps) {
  const [open, setOpen] = useState(false)
  const whole = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()

  useEffect(() => {
    if (!open) return
    const elsewhere = (event: Event) => {
      if (event.target instanceof Node && !whole.current?.contains(event.target)) setOpen(false)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', elsewhere)
    document.addEventListener('focusin', elsewhere)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', elsewhere)
      document.removeEventListener('focusin', elsewhere)
      document.removeEventListener('keydown', onKey)
    }
  }, [open])

  return (
    <div className={`menu${className ? ` ${className}` : ''}`} ref={whole}>
      <button
        ref={button}
        type="button"
        className="button button-quiet"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {label}
      </button>
      {open && (
        <div id={id} className="menu-body">
          {children}
        </div>
      )}
    </div>
  )
}
