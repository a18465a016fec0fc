import type { CustomerConfiguration } from '@sportello/contract'
import { paths } from '../../shared/paths.ts'

/**
 * Returns the path on which a visitor signs in to a form: the login page, otherwise the token-login page, otherwise the
 * OpenID Connect provider. Returns null if the form has none of them (wire contract, section "The access modes,
 * settled").
 * @param language selects the token-login page if there is one per language
 */
export function signInPath(config: CustomerConfiguration, language: string): string | null {
  const { form_code: customer, auth_type: types, token_logins: steps, sso_login: provider } = config
  if (types.includes('LOGIN')) return paths.login(customer)
  const step = types.includes('TOKEN_LOGIN') ? (steps.find(({ lang_code }) => lang_code === language) ?? steps[0]) : undefined
  return step ? paths.tokenLogin(customer, step.code_tag) : provider
}
