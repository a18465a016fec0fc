import type { CustomerConfiguration } from '@sportello/contract'
import { paths } from '../../shared/paths.ts'

/**
 * Returns the path at which a visitor signs in to a form: its login page, its token-login page, or its OpenID Connect provider, in this order (wire contract,
 * "The access modes, settled"); null if the form has no login. @param language selects the token-login page if there are several
 */
export function signInPath(config: CustomerConfiguration, language: string): string | null {
  const { form_code: customer, auth_type: types, token_logins: steps, sso_login: provider } = config
  if (types.includes('LOGIN')) return paths.login(customer)
  const step = types.includes('TOKEN_LOGIN') ? (steps.find(({ lang_code }) => lang_code === language) ?? steps[0]) : undefined
  return step ? paths.tokenLogin(customer, step.code_tag) : provider
}
