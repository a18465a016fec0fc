import { type ReactNode, useId } from 'react'
import { withContacts } from '../../../shared/ui/breakable.tsx'
import { Icon } from '../../../shared/ui/icon.tsx'
import { useDraft } from '../wizard/draft.tsx'
import { useAccountWords } from './account-words.ts'

interface LoginCardProps {
  title: string
  text: string
  /** Error message of a login page. Screen readers announce it immediately. */
  fault?: string | undefined
  children?: ReactNode
}

/** Common layout of all login pages: title, introduction, error message and form. Says that the answers
 * of the form are kept, if there are any. */
export function LoginCard({ title, text, fault, children }: LoginCardProps) {
  const id = useId()
  const words = useAccountWords()
  const hasTyped = Object.keys(useDraft().shown).length > 0
  return (
    <section className="card login-card" aria-labelledby={id}>
      <h1 id={id} tabIndex={-1}>
        {title}
      </h1>
      <div role="alert">
        {fault !== undefined && (
          <p className="login-fault">
            <Icon name="lock" />
            <span>{fault}</span>
          </p>
        )}
      </div>
      <p className="login-text">{withContacts(text)}</p>
      {hasTyped && <p className="login-text">{words('risposte_tenute')}</p>}
      {children}
    </section>
  )
}
