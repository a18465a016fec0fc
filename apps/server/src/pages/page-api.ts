import type { Envelope } from '@sportello/contract'
import type { FastifyRequest } from 'fastify'
import { type Customer, configurationOf } from '../customers/rules.ts'
import { tagViewFor } from '../definitions/rules.ts'
import { refusal } from '../http/error-handler.ts'
import { Fault, fault } from '../http/fault.ts'
import { languageFor } from '../http/request-language.ts'
import type { Services } from '../services.ts'
import type { PageVisitor } from './page-visitor.ts'
import type { PageApi } from './renderer.ts'

/**
 * What a page asks for while it is rendered: the answers of the same endpoints.
 * @param customerCode whose page it is: of nobody else anything is told, since the visitor was judged by this customer alone
 */
export function pageApi(services: Services, request: FastifyRequest, customerCode: string, { session, refused, compiled }: PageVisitor): PageApi {
  async function answer<T>(code: string, make: (customer: Customer) => T): Promise<Envelope<T>> {
    try {
      if (code !== customerCode) throw fault('forms0001')
      const customer = await services.knownCustomer(code)
      return { success: true, data: make(customer), errors: [] }
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      return refusal(error.entries, languageFor(request))
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
        if (!customer.setting.active) throw fault('forms0010')
        return tagViewFor(customer, codeTag, session !== null)
      }),
  }
}
