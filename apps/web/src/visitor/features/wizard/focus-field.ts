import { controlId } from './question.tsx'

/** Moves the focus to a question. First waits until a dialog that is closing has restored the focus. */
export function focusField(code: string | undefined): void {
  setTimeout(() => {
    const control = document.getElementById(controlId(code ?? ''))
    control?.focus()
    control?.scrollIntoView({ block: 'center' })
  })
}
