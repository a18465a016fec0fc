import { useWords } from '../../../shared/phrase.tsx'
import { knownEmails } from '../../access/asks-before-send.ts'
import { useCustomer } from '../../use-customer.ts'
import { knownName } from './known-name.ts'
import { useLogOut } from './log-out.ts'

/**
 * Notice above the first field that names the signed-in person, in whose name the form is submitted. It protects
 * visitors who received a session link from another person. The notice has a logout button
 * (docs/decisions/0041-whose-session.md).
 */
export function SessionNotice() {
  const { config } = useCustomer()
  const { t } = useWords()
  const logOut = useLogOut()
  if (!config.session) return null
  const name = knownName(config)
  const [email] = knownEmails(config)
  return (
    <p className="session-notice">
      <span>{name === undefined ? t('accesso_senza_nome') : t('accesso_di', email === undefined || email === name ? name : `${name} (${email})`)}</span>{' '}
      <button type="button" className="link-button" onClick={() => void logOut()}>
        {t('accesso_altrui')}
      </button>
    </p>
  )
}
