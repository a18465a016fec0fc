import { controlId } from './question.tsx'

/** Moves the focus to a question, after a dialog that is just closing has given it back. */
export function leadToField(code: string | undefined): void {
  setTimeout(() => {
    const control = document.getElementById(controlId(code ?? ''))
    control?.focus()
    control?.scrollIntoView({ block: 'center' })
  })
}
