import type { Envelope, Language } from '@sportello/contract'
import { type Customer, ownWordsOf } from '../../catalogue/customers/rules.ts'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { requireUsableRecovery } from '../../entrance/accounts/rules.ts'
import { ApiError, apiError } from '../../platform/http/api-error.ts'
import { errorEnvelope } from '../../platform/http/error-handler.ts'
import { requireUsableConfirmation } from '../../requests/requests/rules.ts'
import { configurationOf, statementOf, tagViewFor } from '../visitor-form/rules.ts'
import type { PageVisitor } from './page-visitor.ts'
import type { PageApi } from './renderer.ts'

const USABLE = { usable: true } as const

/**
 * Returns the API that a page calls while the server renders the page. It responds as the endpoints do.
 * @param customerCode the page's customer; calls for other customers are rejected, because only the page's customer
 * admitted the visitor
 * @param address the network address for which failed attempts are counted
 */
export function pageApi(
  services: CustomerServices,
  language: Language,
  customerCode: string,
  { session, refused, compiled }: PageVisitor,
  address: string,
): PageApi {
  async function answer<T>(code: string, make: (customer: Customer) => T | Promise<T>): Promise<Envelope<T>> {
    try {
      if (code !== customerCode) throw apiError('forms0001')
      const customer = await services.knownCustomer(code)
      return { success: true, data: await make(customer), errors: [] }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const customer = code === customerCode ? await services.catalog.cached(code) : undefined
      return errorEnvelope(error.entries, language, customer ? ownWordsOf(customer) : null)
    }
  }
  return {
    getCustomer: (code) =>
      answer(code, (customer) => {
        if (refused) throw refused
        return configurationOf(services.config, customer, { session, compiled })
      }),
    getTag: (code, codeTag) =>
      answer(code, (customer) => {
        if (!customer.setting.active) throw apiError('forms0010')
        return tagViewFor(customer, codeTag, session !== null)
      }),
    getStatement: (code, kind, locale) => answer(code, (customer) => statementOf(services.config, customer, kind, locale)),
    checkConfirmation: (code, link) =>
      answer(code, async (customer) => {
        await requireUsableConfirmation(services, customer.code, link)
        return USABLE
      }),
    checkRecovery: (code, link) =>
      answer(code, async (customer) => {
        await requireUsableRecovery(services, customer, link, address)
        return USABLE
      }),
  }
}
