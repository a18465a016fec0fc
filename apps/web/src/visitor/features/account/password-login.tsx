import type { LoginReceipt } from '@sportello/contract'
import { type FormEvent, type MouseEvent, useRef, useState } from 'react'
import { opensElsewhere } from '../../../shared/opens-elsewhere.ts'
import { paths } from '../../../shared/paths.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { useNavigation } from '../../navigation.tsx'
import { useCustomer } from '../../use-customer.ts'
import { useAccountWords } from './account-words.ts'
import { LoginCard } from './login-card.tsx'
import { PasswordField, TextField } from './text-field.tsx'
import { openSession, useLoginAttempt } from './use-login-attempt.ts'

/** Login form with user name and password (visitor specification, section 2, "/login"). */
export function PasswordLogin() {
  const words = useAccountWords()
  const { busy, fault, tries } = useLoginAttempt('accesso_fallito')
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const complete = username.trim() !== '' && password !== ''

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (!complete || busy) return
    const accepted = await tries<LoginReceipt>({ method: 'POST', parts: [] }, { username, password }, openSession)
    if (!accepted) form.current?.querySelector<HTMLInputElement>('[autocomplete="current-password"]')?.select()
  }

  return (
    <LoginCard title={words('accesso_titolo')} text={words('accesso_testo')} fault={fault?.message}>
      <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
        <TextField label={words('nome_utente')} autoComplete="username" maxLength={256} value={username} onChange={setUsername} />
        <PasswordField label={words('password')} autoComplete="current-password" value={password} onChange={setPassword} />
        <Button weight="primary" type="submit" className="login-go" disabled={!complete || busy}>
          {words(busy ? 'accesso_in_corso' : 'accedi')}
        </Button>
      </form>
      <RecoveryLink label={words('password_dimenticata')} />
    </LoginCard>
  )
}

/**
 * Link to the page on which the visitor requests a password-recovery link. If possible, the page opens without loading
 * a new document.
 */
export function RecoveryLink({ label }: { label: string }) {
  const { config } = useCustomer()
  const { navigate } = useNavigation()
  const href = paths.recovery(config.form_code)
  function follow(event: MouseEvent): void {
    if (opensElsewhere(event)) return
    event.preventDefault()
    navigate(href)
  }
  return (
    <p>
      <a className="login-link" href={href} onClick={follow}>
        {label}
      </a>
    </p>
  )
}
