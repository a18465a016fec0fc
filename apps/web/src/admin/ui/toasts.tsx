import { Button } from 'react-aria-components/Button'
import { Text } from 'react-aria-components/Text'
import {
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components/Toast'
import { useWords } from '../words.tsx'
import { restoreFocus } from './restore-focus.ts'

const SHOWN_MS = 6_000
/**
 * Time in milliseconds for which a toast with a button is shown. It is long enough to read the toast and reach the
 * button with the keyboard.
 */
const OFFERED_MS = 30_000

/** Button in a toast, such as "Undo". */
export interface Offer {
  label: string
  act: () => void
}

interface ToastContents {
  text: string
  offer?: Offer | undefined
  isError?: boolean
}

/** Shows at most two toasts at the same time: a success message and an error. */
const queue = new ToastQueue<ToastContents>({ maxVisibleToasts: 2 })

/** Closes the toast that is currently shown for an error (`isError`) or for a success. */
function replace(isError: boolean): void {
  for (const { key, content } of queue.visibleToasts) if ((content.isError ?? false) === isError) queue.close(key)
}

/**
 * Shows a success message and closes the previous one. The message disappears after a delay, which is suspended while
 * the pointer or the focus is on the message.
 */
export function showToast(text: string, offer?: Offer): void {
  replace(false)
  queue.add({ text, offer }, { timeout: offer ? OFFERED_MS : SHOWN_MS })
}

/** Shows an error message until the operator closes it. */
export function showErrorToast(text: string): void {
  replace(true)
  queue.add({ text, isError: true })
}

/**
 * Region of the page in which toasts appear. It is a landmark that the operator can reach with F6, and it is displayed
 * above open dialogs.
 */
export function Toasts() {
  const { t } = useWords()
  function take(key: string, { act }: Offer): void {
    queue.close(key)
    // Restores the focus: the button that the operator pressed was removed together with the toast.
    restoreFocus()
    act()
  }
  function close(key: string): void {
    queue.close(key)
    restoreFocus()
  }
  return (
    <ToastRegion queue={queue} className="toasts">
      {({ toast }) => {
        const { text, offer, isError } = toast.content
        return (
          <Toast toast={toast} className={isError ? 'toast toast-error' : 'toast'}>
            {/* React Aria announces every toast as an alert. A success message has the role `status` instead, because
               it must not interrupt the screen reader (WCAG 4.1.3). */}
            {isError && (
              <svg className="toast-icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
                <path d="M12 4 2.8 20h18.4zM12 10v4.5M12 17.3v.2" />
              </svg>
            )}
            <ToastContent role={isError ? 'alert' : 'status'}>
              <Text slot="title">{text}</Text>
            </ToastContent>
            {offer && (
              <Button className="link-button" onPress={() => take(toast.key, offer)}>
                {offer.label}
              </Button>
            )}
            {/* A message that stays for long may cover a button that the operator needs. */}
            {(isError || offer) && (
              <Button className="link-button" aria-label={`${t('close')}: ${text}`} onPress={() => close(toast.key)}>
                {t('close')}
              </Button>
            )}
          </Toast>
        )
      }}
    </ToastRegion>
  )
}
