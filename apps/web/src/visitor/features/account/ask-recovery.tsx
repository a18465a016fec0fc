import { type FormEvent, useState } from 'react'
import { paths } from '../../../shared/paths.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { useCustomer } from '../../use-customer.ts'
import { useAccountWords } from './account-words.ts'
import { LoginCard } from './login-card.tsx'
import { TextField } from './text-field.tsx'
import { useLoginAttempt } from './use-login-attempt.ts'

/**
 * Form in which a visitor requests a password-recovery link. The page shows the same response whether or not the user
 * name exists.
 */
export function AskRecovery() {
  const words = useAccountWords()
  const { config } = useCustomer()
  const { busy, fault, tries } = useLoginAttempt('accesso_fallito')
  const [username, setUsername] = useState('')
  const [sent, setSent] = useState(false)
  const complete = username.trim() !== ''

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (complete && !busy) void tries({ method: 'POST', parts: ['recovery'] }, { username }, () => setSent(true))
  }

  const back = (
    <p>
      <a className="login-link" href={paths.login(config.form_code)}>
        {words('torna_accesso')}
      </a>
    </p>
  )
  if (sent) {
    return (
      <div role="status">
        <LoginCard title={words('recupero_inviato_titolo')} text={words('recupero_inviato_testo')}>
          {back}
        </LoginCard>
      </div>
    )
  }
  return (
    <LoginCard title={words('recupero_titolo')} text={words('recupero_testo')} fault={fault?.message}>
      <form onSubmit={submit} noValidate>
        <TextField label={words('nome_utente')} autoComplete="username" maxLength={256} value={username} onChange={setUsername} />
        <Button weight="primary" type="submit" className="login-go" disabled={!complete || busy}>
          {words('recupero_invia')}
        </Button>
      </form>
      {back}
    </LoginCard>
  )
}
