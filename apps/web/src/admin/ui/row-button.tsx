import { type ComponentProps, useEffect, useRef, useState } from 'react'

/** Icons for the actions of table rows, from Lucide (ISC licence), as one SVG path each. */
const SHAPES = {
  sliders: 'M10 5H3M12 19H3M14 3v4M16 17v4M21 12h-9M21 19h-5M21 5h-7M8 10v4M8 12H3',
  route: 'M9 19a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM9 19h8.5a3.5 3.5 0 0 0 0-7h-11a3.5 3.5 0 0 1 0-7H15M21 5a3 3 0 1 1-6 0 3 3 0 0 1 6 0z',
  key: 'M2.586 17.414A2 2 0 0 0 2 18.828V21a1 1 0 0 0 1 1h3a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h1a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h.172a2 2 0 0 0 1.414-.586l.814-.814a6.5 6.5 0 1 0-4-4zM16.5 7.5h.01',
  copy: 'M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2V10a2 2 0 0 1 2-2zM4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2',
  trash: 'M10 11v6M14 11v6M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6M3 6h18M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2',
} as const
export type RowIcon = keyof typeof SHAPES

interface RowButtonProps extends ComponentProps<'button'> {
  about: string
  /**
   * Icon that replaces the text of a table row's button on wide screens. The text remains the button's accessible name,
   * and appears on hover and focus.
   */
  icon?: RowIcon | undefined
}

/**
 * Action button of a table row. `aria-describedby` refers to the row's first cell, so that a screen reader reports the
 * row to which the button belongs.
 */
export function RowButton({ about, icon, children, ...props }: RowButtonProps) {
  if (icon === undefined)
    return (
      <button type="button" {...props} aria-describedby={about} className="row-button">
        {children}
      </button>
    )
  return (
    <IconButton {...props} about={about} icon={icon}>
      {children}
    </IconButton>
  )
}

/**
 * Icon button with its name as a tooltip. The tooltip appears on hover and focus, stays while the pointer is over it,
 * and disappears when the operator presses Escape (WCAG 1.4.13).
 */
function IconButton({ about, icon, children, ...props }: RowButtonProps & { icon: RowIcon }) {
  const button = useRef<HTMLButtonElement>(null)
  const [isDismissed, setIsDismissed] = useState(false)
  useEffect(() => {
    function dismiss({ key }: KeyboardEvent): void {
      if (key === 'Escape' && button.current?.matches(':is(:hover, :focus-visible)')) setIsDismissed(true)
    }
    document.addEventListener('keydown', dismiss)
    return () => document.removeEventListener('keydown', dismiss)
  }, [])
  const offer = () => setIsDismissed(false)
  return (
    <button
      ref={button}
      type="button"
      {...props}
      aria-describedby={about}
      className="row-button row-icon"
      data-dismissed={isDismissed || undefined}
      onPointerLeave={offer}
      onBlur={offer}
    >
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d={SHAPES[icon]} />
      </svg>
      <span className="row-icon-name">{children}</span>
    </button>
  )
}
