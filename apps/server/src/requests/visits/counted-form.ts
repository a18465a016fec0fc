import { type Customer, todayOf } from '../../catalogue/customers/rules.ts'
import type { CountedForm } from './visit-counts.ts'

/** Returns under which form, version, language and day something about a request is counted: the day is today. */
export function countedRequest(customer: Customer, request: { definition_version: number; lang_code: string }): CountedForm {
  return { customer: customer.code, day: todayOf(customer), version: request.definition_version, language: request.lang_code }
}
