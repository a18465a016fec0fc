import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { authTypeOf, knownEmails } from '../../access/asks-before-send.ts'
import { keepNextRoute } from '../../access/next-route.ts'
import { signInPath } from '../../access/sign-in-path.ts'
import { useNavigation } from '../../navigation.tsx'
import { useCustomer } from '../../use-customer.ts'
import { knownName } from './known-name.ts'
import { useLogOut } from './log-out.ts'

/**
 * Shows the name of the signed-in visitor and a logout button, or a sign-in link if the visitor is not signed in. Shows
 * nothing in surveys (visitor specification, section 2: the avatar) and on a receipt.
 */
export function AccountMenu() {
  const { config } = useCustomer()
  const { place } = useNavigation().page
  // The session ends with the submission, whose receipt says so.
  if (authTypeOf(config) === 'SURVEY' || place.kind === 'receipt') return null
  return config.session ? <SignedIn /> : <SignIn />
}

/**
 * Sign-in link for forms that visitors can also fill in without a session. Visitors need it for steps that require a
 * sign-in.
 */
function SignIn() {
  const { config, language } = useCustomer()
  const { place } = useNavigation().page
  const { t } = useWords()
  const path = place.kind === 'form' ? signInPath(config, language) : null
  return path === null ? null : (
    <a className="button" href={path} onClick={() => keepNextRoute(config.form_code, place.kind === 'form' ? (place.codeTag ?? undefined) : undefined)}>
      {t('accedi')}
    </a>
  )
}

function SignedIn() {
  const { config } = useCustomer()
  const { t } = useWords()
  const logOut = useLogOut()
  const id = useId()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const [email] = knownEmails(config)
  const name = knownName(config) ?? t('profilo')
  const initials = name
    .split(/[\s.@_-]+/)
    .filter(Boolean)
    .slice(0, email === name ? 1 : 2)
    .map((word) => word.charAt(0).toLocaleUpperCase())
    .join('')

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
