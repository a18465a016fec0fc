import type { Definition } from '@sportello/contract'
import { withoutSecrets, withStoredSecrets } from '../../catalogue/customers/rules.ts'

/** A definition without its secrets, which nobody reads again. */
export function bareDefinition(document: Definition): Definition {
  return { ...document, form_params: withoutSecrets({ params: document.form_params, liveChatParams: {} }).setting.params }
}

/** A definition as sent, with the secrets that it had, where it names none. @throws ApiError as `withStoredSecrets` */
export function withSecretsOf(sent: Definition, stored: Definition | null | undefined, within = '/form_params'): Definition {
  const before = stored ? { params: stored.form_params, liveChatParams: {} } : undefined
  return { ...sent, form_params: withStoredSecrets({ params: sent.form_params, liveChatParams: {} }, before, within).params }
}
