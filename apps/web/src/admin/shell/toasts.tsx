import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

const SHOWN_MS = 6_000
/** What can be taken back stays until it is read and reached, also by keyboard. */
const OFFERED_MS = 30_000

/** What may be done about something that was said. */
export interface Offer {
  label: string
  act: () => void
}

const SayContext = createContext<(text: string, offer?: Offer) => void>(() => {})

/** Says what was done, to eyes and ears, for a while: `const say = useSay()`, `say(t('saved'))`. */
export const useSay = () => use(SayContext)

export function ToastProvider({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState<{ text: string; offer: Offer | undefined; id: number } | null>(null)
  const say = useCallback((text: string, offer?: Offer) => setSaid((before) => ({ text, offer, id: (before?.id ?? 0) + 1 })), [])
  useEffect(() => {
    if (!said) return
    const timer = setTimeout(() => setSaid(null), said.offer ? OFFERED_MS : SHOWN_MS)
    return () => clearTimeout(timer)
  }, [said])

  function take({ act }: Offer): void {
    setSaid(null)
    // The button that was pressed is gone: reading goes on from the view's heading.
    document.querySelector<HTMLElement>('#view h1')?.focus()
    act()
  }
  const dialog = useTopDialog(said !== null)
  const toasts = (
    <div className="toasts" role="status">
      {said && (
        <p key={said.id} className="toast">
          <span>{said.text}</span>
          {said.offer && (
            <button type="button" className="link-button" onClick={() => said.offer && take(said.offer)}>
              {said.offer.label}
            </button>
          )}
        </p>
      )}
    </div>
  )
  return (
    <SayContext value={say}>
      {children}
      {dialog ? createPortal(toasts, dialog) : toasts}
    </SayContext>
  )
}

const topDialog = () => [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1) ?? null

/** The innermost open dialog, while something is shown: all behind it is covered and inert, what is said there would be neither seen nor heard. */
function useTopDialog(isWatched: boolean): HTMLDialogElement | null {
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null)
  useEffect(() => {
    if (!isWatched) return
    const look = () => setDialog(topDialog())
    look()
    const watching = new MutationObserver(look)
    watching.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] })
    return () => watching.disconnect()
  }, [isWatched])
  return isWatched ? dialog : null
}
