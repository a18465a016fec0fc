import { controlId } from './question.tsx'

/** Moves the focus to a question; waits until a closing dialog has restored the focus. */
export function focusField(code: string | undefined): void {
  setTimeout(() => {
    const control = document.getElementById(controlId(code ?? ''))
    control?.focus()
    control?.scrollIntoView({ block: 'center' })
  })
}
