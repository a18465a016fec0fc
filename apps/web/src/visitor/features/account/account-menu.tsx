import { freeAuthTypeOf } from '@sportello/contract'
import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { browserApi } from '../../../shared/call.ts'
import { paths } from '../../../shared/paths.ts'
import { useWords } from '../../../shared/phrase.tsx'
import { authTypeOf, knownEmails } from '../../access/asks-before-send.ts'
import { signInPath } from '../../access/sign-in-path.ts'
import { useNavigation } from '../../navigation.tsx'
import { usePageSettings } from '../../page-settings.ts'
import { useCustomer } from '../layout/customer-layout.tsx'
import { forgetDrafts, forgetSession } from './forget-session.ts'

/** How long the server may take to hear that somebody leaves. */
const LEAVE_MS = 3_000

/** Who is signed in, and the way out, or the way in; not for surveys (visitor specification, section 2: the avatar). */
export function AccountMenu() {
  const { config } = useCustomer()
  if (authTypeOf(config) === 'SURVEY') return null
  return config.session ? <SignedIn /> : <SignIn />
}

/** To who may fill the form in without: what needs a sign-in is not out of reach. */
function SignIn() {
  const { config, language } = useCustomer()
  const { place } = useNavigation().page
  const { t } = useWords()
  const path = place.kind === 'form' ? signInPath(config, language) : null
  return path === null ? null : (
    <a className="button" href={path}>
      {t('accedi')}
    </a>
  )
}

function SignedIn() {
  const { config } = useCustomer()
  const { t, language } = useWords()
  const settings = usePageSettings()
  const id = useId()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const [email] = knownEmails(config)
  const { nome, cognome } = config.metadata ?? {}
  const name = [nome, cognome].filter((part) => typeof part === 'string' && part !== '').join(' ') || email || t('profilo')
  const initials = name
    .split(/[\s.@_-]+/)
    .filter(Boolean)
    .slice(0, email === name ? 1 : 2)
    .map((word) => word.charAt(0).toLocaleUpperCase())
    .join('')

  async function logOut(): Promise<void> {
    const told = browserApi(settings, () => language)
      .leave(config.form_code)
      .catch(() => {})
    forgetSession(config.form_code)
    forgetDrafts(config.form_code)
    // Whoever is offline, or not answered, has left this browser all the same; at the server the session ends by itself.
    await Promise.race([told, new Promise((resolve) => setTimeout(resolve, LEAVE_MS))])
    // A provider that still knows its visitor would lead straight back in: it is told to ask again.
    const leadsBack = config.sso_login !== null && freeAuthTypeOf(config.auth_type) === undefined
    window.location.assign(leadsBack ? `${config.sso_login}?prompt=login` : paths.home(config.form_code))
  }

  function close(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !open) return
    setOpen(false)
    button.current?.focus()
  }

  function leave(event: FocusEvent<HTMLElement>): void {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and leaving close what the button opened
    <div className="account" onKeyDown={close} onBlur={leave}>
      <button ref={button} type="button" className="account-button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {initials} <span className="visually-hidden">{t('profilo_di', name)}</span>
      </button>
      <div id={id} className="account-menu" hidden={!open}>
        {name !== email && <p className="account-name">{name}</p>}
        {email !== undefined && <p className="account-email">{email}</p>}
        <button type="button" className="button account-leave" onClick={() => void logOut()}>
          {t('esci')}
        </button>
      </div>
    </div>
  )
}
