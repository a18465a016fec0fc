import { freeAuthTypeOf } from '@sportello/contract'
import { paths } from '../../../shared/paths.ts'
import { useApi } from '../../use-api.ts'
import { useCustomer } from '../../use-customer.ts'
import { forgetDrafts, forgetSession } from './forget-session.ts'

/** Maximum time in milliseconds for which the page waits for the server's response to a logout. */
const LEAVE_MS = 3_000

/**
 * Returns a function that signs the visitor out. It ends the session in the browser and on the server, and then opens
 * the
 * page on which a new session can start.
 */
export function useLogOut(): () => Promise<void> {
  const { config } = useCustomer()
  const loadApi = useApi()
  return async () => {
    const told = loadApi()
      .then((api) => api.leave(config.form_code))
      .catch(() => {})
    forgetSession(config.form_code)
    forgetDrafts(config.form_code)
    // If the server does not respond in time, the page ends the session only in this browser. The session on the server
    // expires later.
    await Promise.race([told, new Promise((resolve) => setTimeout(resolve, LEAVE_MS))])
    // The OpenID provider may still have a session and sign the visitor in again immediately. `prompt=login` makes the
    // provider ask for the password.
    const leadsBack = config.sso_login !== null && freeAuthTypeOf(config.auth_type) === undefined
    window.location.assign(leadsBack ? `${config.sso_login}?prompt=login` : paths.home(config.form_code))
  }
}
