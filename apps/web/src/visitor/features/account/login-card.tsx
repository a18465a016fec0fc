import { type ReactNode, useId } from 'react'
import { Icon } from '../../../shared/ui/icon.tsx'

interface LoginCardProps {
  title: string
  text: string
  /** Error message of a login page. Screen readers announce it immediately. */
  fault?: string | undefined
  children?: ReactNode
}

/** Common layout of all login pages: title, introduction, error message and form. */
export function LoginCard({ title, text, fault, children }: LoginCardProps) {
  const id = useId()
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
      <p className="login-text">{text}</p>
      {children}
    </section>
  )
}
