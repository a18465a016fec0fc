import { Button } from 'react-aria-components/Button'
import { Text } from 'react-aria-components/Text'
import {
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components/Toast'
import { restoreFocus } from './restore-focus.ts'

const SHOWN_MS = 6_000
/**
 * Milliseconds for which a toast with a button is shown: long enough to read the toast and reach its button by
 * keyboard.
 */
const OFFERED_MS = 30_000

/** Action in a toast, such as "Undo". */
export interface Offer {
  label: string
  act: () => void
}

const queue = new ToastQueue<{ text: string; offer: Offer | undefined }>({ maxVisibleToasts: 1 })

/**
 * Shows a toast in place of the previous one. The timer that hides the toast stops while the pointer or the focus is in
 * the toast.
 */
export function showToast(text: string, offer?: Offer): void {
  queue.clear()
  queue.add({ text, offer }, { timeout: offer ? OFFERED_MS : SHOWN_MS })
}

/** Region in which toasts appear: a landmark that F6 reaches, above open dialogs. */
export function Toasts() {
  function take(key: string, { act }: Offer): void {
    queue.close(key)
    // Restores the focus, because the pressed button has been removed together with its toast.
    restoreFocus()
    act()
  }
  return (
    <ToastRegion queue={queue} className="toasts">
      {({ toast }) => {
        const { text, offer } = toast.content
        return (
          <Toast toast={toast} className="toast">
            {/* The library announces every toast as an alert; `status` is used instead, because success must not interrupt a screen reader (WCAG 4.1.3). */}
            <ToastContent role="status">
              <Text slot="title">{text}</Text>
            </ToastContent>
            {offer && (
              <Button className="link-button" onPress={() => take(toast.key, offer)}>
                {offer.label}
              </Button>
            )}
          </Toast>
        )
      }}
    </ToastRegion>
  )
}
