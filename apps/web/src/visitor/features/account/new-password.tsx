import { PASSWORD_MIN_LENGTH, PASSWORD_RULES, type PasswordFault, passwordFaults } from '@sportello/contract'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { paths } from '../../../shared/paths.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Icon } from '../../../shared/ui/icon.tsx'
import { useNavigation } from '../../navigation.tsx'
import { useCustomer } from '../../use-customer.ts'
import { type AccountWord, useAccountWords } from './account-words.ts'
import { LoginCard } from './login-card.tsx'
import { RecoveryLink } from './password-login.tsx'
import { PasswordField } from './text-field.tsx'
import { useLoginAttempt } from './use-login-attempt.ts'

const REQUIREMENTS: Readonly<Record<PasswordFault, AccountWord>> = {
  password_lunghezza: 'requisito_lunghezza',
  password_minuscola: 'requisito_minuscola',
  password_maiuscola: 'requisito_maiuscola',
  password_cifra: 'requisito_cifra',
  password_speciale: 'requisito_speciale',
}

/**
 * The message that the new password was saved is shown for this many milliseconds (visitor specification, section 9:
 * the
 * password's success flag).
 */
const SUCCESS_MS = 3_000
/**
 * Errors that mean that the mailed password link cannot be used any more. The page then offers to request a new link.
 */
const LINK_FAULTS = new Set(['forms0011', 'forms0040', 'forms0042'])

/** Form that sets a new password with the code of a mailed link (visitor specification, section 5, "New password"). */
export function NewPassword({ code }: { code: string }) {
  const words = useAccountWords()
  const { config } = useCustomer()
  const { busy, fault, tries } = useLoginAttempt('link_non_valido', useNavigation().page.link)
  const [password, setPassword] = useState('')
  const [confirmed, setConfirmed] = useState('')
  const [changed, setChanged] = useState(false)
  const id = useId()
  const faults = passwordFaults(password)
  const same = password !== '' && password === confirmed
  const complete = faults.length === 0 && same
  const login = paths.login(config.form_code)

  useEffect(() => {
    if (!changed) return
    const timer = setTimeout(() => location.replace(login), SUCCESS_MS)
    return () => clearTimeout(timer)
  }, [changed, login])

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (complete && !busy) void tries({ method: 'PUT', parts: ['recovery'] }, { code, password }, () => setChanged(true))
  }

  if (fault?.code !== undefined && LINK_FAULTS.has(fault.code)) {
    return (
      <LoginCard title={words('nuova_password_titolo')} text={words('link_scaduto_testo')} fault={fault.message}>
        <RecoveryLink label={words('nuovo_link')} />
        <p>
          <a className="login-link" href={login}>
            {words('torna_accesso')}
          </a>
        </p>
      </LoginCard>
    )
  }
  if (changed) {
    return (
      <section className="card login-card" role="status">
        <div className="sent-head">
          <Icon name="check" />
          <h1>{words('password_cambiata')}</h1>
        </div>
        <p>{words('password_cambiata_testo')}</p>
        <p>
          <a className="login-link" href={login}>
            {words('torna_accesso')}
          </a>
        </p>
      </section>
    )
  }
  return (
    <LoginCard title={words('nuova_password_titolo')} text={`${words('requisiti')}:`} fault={fault?.message}>
      <ul id={id} className="login-requirements">
        {(Object.keys(PASSWORD_RULES) as PasswordFault[]).map((rule) => (
          <Requirement key={rule} met={!faults.includes(rule)} text={words(REQUIREMENTS[rule], String(PASSWORD_MIN_LENGTH))} />
        ))}
        <Requirement met={same} text={words('requisito_uguali')} />
      </ul>
      <form onSubmit={submit} noValidate>
        <PasswordField label={words('nuova_password')} autoComplete="new-password" value={password} onChange={setPassword} describedBy={id} />
        <PasswordField label={words('conferma_password')} autoComplete="new-password" value={confirmed} onChange={setConfirmed} />
        <Button weight="primary" type="submit" className="login-go" disabled={!complete || busy}>
          {words('cambia_password')}
        </Button>
      </form>
    </LoginCard>
  )
}

/**
 * A rule for the new password. An icon and a text show whether the password satisfies the rule, because a colour alone
 * would
 * not be enough.
 */
function Requirement({ met, text }: { met: boolean; text: string }) {
  const words = useAccountWords()
  return (
    <li className={met ? 'met' : undefined}>
      <span className="login-sign" aria-hidden="true">
        {met && <Icon name="check" />}
      </span>
      <span aria-hidden="true">{text}</span>
      <span className="visually-hidden">{words(met ? 'requisito_presente' : 'requisito_mancante', text)}</span>
    </li>
  )
}
