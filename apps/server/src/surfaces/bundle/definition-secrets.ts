import type { Definition } from '@sportello/contract'
import { withoutSecrets, withStoredSecrets } from '../../catalogue/customers/rules.ts'

/** Returns a form definition without its secrets, because the server never sends secrets to operators. */
export function bareDefinition(document: Definition): Definition {
  return { ...document, form_params: withoutSecrets({ params: document.form_params, liveChatParams: {} }).setting.params }
}

/** Returns the names of the form parameters of a definition that contain a secret. */
export function secretsOf(document: Definition): string[] {
  return withoutSecrets({ params: document.form_params, liveChatParams: {} }).secrets
}

/**
 * Adds the stored secrets to a form definition that an operator sends without them.
 * @throws ApiError like `withStoredSecrets`
 */
export function withSecretsOf(sent: Definition, stored: Definition | null | undefined, within = '/form_params'): Definition {
  const before = stored ? { params: stored.form_params, liveChatParams: {} } : undefined
  return { ...sent, form_params: withStoredSecrets({ params: sent.form_params, liveChatParams: {} }, before, within).params }
}
