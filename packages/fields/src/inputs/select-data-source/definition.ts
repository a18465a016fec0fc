import { type InputDefinition, isString } from '../../define-input.ts'
import { issue, noIssue } from '../../issue.ts'
import { optionsOf, type SelectSettings } from '../select/definition.ts'

/** What a service may be asked with. */
type PayloadValue = string | number | boolean

/** One entry of what a service is asked with: a constant, the answer of another question, or something known of the visitor. */
export interface PayloadEntry {
  type: 'static' | 'field' | 'session'
  /** Under which the service gets it. */
  key: string
  /** The constant, the property code, or the known datum's key (wire contract, "Fields"). */
  value: PayloadValue
}

export interface DataSourceSettings {
  service_code?: string | undefined
  payloads?: readonly PayloadEntry[] | undefined
  elementsType?: string | undefined
  validationOptions?: unknown
  options?: SelectSettings['options'] | undefined
}

/** The answer is an option's key, as of a select; the options may be those of a service. */
export const selectDataSource: InputDefinition<DataSourceSettings, string> = {
  empty: '',
  accepts: isString,
  isEmpty: (value) => value === '',
  check(value, settings, { offered }) {
    const keys = serviceOf(settings) === undefined ? new Set(optionsOf(settings.options).map(({ key }) => key)) : offered
    return keys === undefined || keys.has(value) ? noIssue : issue('opzione_non_valida')
  },
  text: (value, { options }) => optionsOf(options).find(({ key }) => key === value)?.value ?? value,
}

/** The service whose options a select offers; undefined where it brings its own. `restCall` in either place says service (visitor specification, section 3). */
export function serviceOf(settings: DataSourceSettings): string | undefined {
  const { validationOptions: how } = settings
  const named = typeof how === 'object' && how !== null && 'value' in how ? how.value : how
  const asks = settings.elementsType === 'restCall' || named === 'restCall' || settings.options === undefined
  return asks ? settings.service_code : undefined
}

/** What a lookup is made of. */
export interface PayloadSources {
  answerTo: (code: string) => unknown
  /** What is known of the visitor, by key. */
  known: Readonly<Record<string, unknown>>
}

export type Payload = Readonly<Record<string, PayloadValue>>

/**
 * What the service is asked with, or the property code of the question that must be answered first. A datum that is not known is left
 * out: whether the service can do without it is the service's to say.
 */
export function payloadOf({ payloads = [] }: DataSourceSettings, { answerTo, known }: PayloadSources): { payload: Payload } | { waitsFor: string } {
  const entries: [string, PayloadValue][] = []
  for (const { type, key, value } of payloads) {
    const source = String(value)
    const datum = type === 'static' ? value : type === 'field' ? answerTo(source) : Object.hasOwn(known, source) ? known[source] : undefined
    if (isPayloadValue(datum)) entries.push([key, datum])
    else if (type === 'field') return { waitsFor: source }
  }
  return { payload: Object.fromEntries(entries) }
}

function isPayloadValue(value: unknown): value is PayloadValue {
  return (typeof value === 'string' && value !== '') || Number.isFinite(value) || typeof value === 'boolean'
}
