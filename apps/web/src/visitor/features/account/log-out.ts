import { freeAuthTypeOf } from '@sportello/contract'
import { browserApi } from '../../../shared/call.ts'
import { paths } from '../../../shared/paths.ts'
import { useWords } from '../../../shared/phrase.tsx'
import { usePageSettings } from '../../page-settings.ts'
import { useCustomer } from '../../use-customer.ts'
import { forgetDrafts, forgetSession } from './forget-session.ts'

/** How long the server may take to hear that somebody leaves. */
const LEAVE_MS = 3_000

/** Ends the visitor's session here and at the server, and leads to where the next one begins. */
export function useLogOut(): () => Promise<void> {
  const { config } = useCustomer()
  const { language } = useWords()
  const settings = usePageSettings()
  return async () => {
    const told = browserApi(settings, () => language)
      .leave(config.form_code)
      .catch(() => {})
    forgetSession(config.form_code)
    forgetDrafts(config.form_code)
    // Without an answer from the server, logging out still works in this browser; the session expires on the server later.
    await Promise.race([told, new Promise((resolve) => setTimeout(resolve, LEAVE_MS))])
    // A provider that still knows its visitor would lead straight back in: it is told to ask again.
    const leadsBack = config.sso_login !== null && freeAuthTypeOf(config.auth_type) === undefined
    window.location.assign(leadsBack ? `${config.sso_login}?prompt=login` : paths.home(config.form_code))
  }
}
