import { type Answers, type Integration, type KnownData, type Question, serviceOfQuestion } from '@sportello/contract'
import { optionsOf, payloadOf, type SelectOption } from '@sportello/fields'
import { ApiError, type ApiErrorEntry, apiError } from '../../platform/http/api-error.ts'
import type { Customer } from '../customers/rules.ts'
import type { IntegrationServices } from './services.ts'

export { withoutHeaderValues, withStoredHeaders } from './secret-headers.ts'

/**
 * Returns the data source with the given code, if the customer's form uses it on a step that the visitor may see.
 * @throws ApiError forms_integrations0005 otherwise.
 */
export function integrationOf(customer: Customer, service: string, signedIn: boolean): Integration {
  const { services, openServices } = customer.published
  const integration = (signedIn ? services : openServices).has(service) ? customer.integrations.get(service) : undefined
  if (!integration) throw apiError('forms_integrations0005')
  return integration
}

/** The options that data sources offer, keyed by the code of the question that uses them. */
export type OfferedOptions = ReadonlyMap<string, readonly SelectOption[]>

/**
 * Returns the options that data sources offer for each question that is visible and answered. A question has no options
 * if an input of its data source is missing or invalid.
 * @throws ApiError with an entry for each question whose data source failed.
 */
export async function offeredOptions(
  services: IntegrationServices,
  customer: Customer,
  questions: readonly Question[],
  answers: Answers,
  { address, session, signedIn }: { address: string; session: { known: KnownData } | null; signedIn: boolean },
): Promise<OfferedOptions> {
  const answerTo = (code: string) => (Object.hasOwn(answers, code) ? answers[code] : undefined)
  const asked = questions.flatMap(({ property, hidden }) => {
    const service = serviceOfQuestion(property.default_value)
    const answer = answerTo(property.property_code)
    return service === undefined || hidden || typeof answer !== 'string' || answer === '' ? [] : [{ property, service }]
  })
  const outcomes = await Promise.all(
    asked.map(async ({ property, service }) => {
      const field = property.property_code
      const asking = payloadOf(property.default_value as DataSourceSettings, { answerTo, known: session?.known ?? {} })
      if ('waitsFor' in asking) return { field, options: [] }
      try {
        return { field, options: await services.optionLookups.lookUp(integrationOf(customer, service, signedIn), asking.payload, address) }
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        return { field, options: [], refusal: error.entries[0].code === 'forms_integrations0001' ? undefined : error }
      }
    }),
  )
  const refused = outcomes.flatMap(({ field, refusal }) => (refusal ? [{ field, refusal }] : []))
  const [first, ...rest] = refused.map(({ field, refusal }): ApiErrorEntry => ({ code: refusal.entries[0].code, field }))
  if (first) throw new ApiError([first, ...rest], { cause: refused[0]?.refusal.cause })
  return new Map(outcomes.map(({ field, options }) => [field, options]))
}

type DataSourceSettings = Parameters<typeof payloadOf>[0]

/** Returns the options of a question whose data source has a fixed list of options; undefined for other questions. */
export function staticOptions(customer: Customer, settings: Question['property']['default_value']): readonly SelectOption[] | undefined {
  const service = serviceOfQuestion(settings)
  const integration = service === undefined ? undefined : customer.integrations.get(service)
  return integration?.kind === 'static' ? optionsOf(integration.options) : undefined
}
