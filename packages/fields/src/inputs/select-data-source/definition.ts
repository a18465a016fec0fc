import { type InputDefinition, isString } from '../../define-input.ts'
import { issue, noIssue } from '../../issue.ts'
import { optionsOf, type SelectSettings } from '../select/definition.ts'

/** Type of a value in the payload, which is the data that the page sends to a data source. */
type PayloadValue = string | number | boolean

/**
 * An entry in the payload for a data source. Its value is a constant, the answer to another question, or a known value
 * about the visitor.
 */
export interface PayloadEntry {
  type: 'static' | 'field' | 'session'
  /** Key of the entry in the payload. */
  key: string
  /**
   * Value of the entry: the constant itself, the property code of the question, or the key of the known value (wire
   * contract, "Fields").
   */
  value: PayloadValue
}

export interface DataSourceSettings {
  service_code?: string | undefined
  payloads?: readonly PayloadEntry[] | undefined
  elementsType?: string | undefined
  validationOptions?: unknown
  options?: SelectSettings['options'] | undefined
}

/** A select field whose options may come from a data source. The answer is the key of an option. */
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

/**
 * Returns the code of the data source that provides a select field's options; undefined if the settings contain the
 * options. The value `restCall` in either setting selects the data source (visitor specification, section 3).
 */
export function serviceOf(settings: DataSourceSettings): string | undefined {
  const { validationOptions: how } = settings
  const named = typeof how === 'object' && how !== null && 'value' in how ? how.value : how
  const asks = settings.elementsType === 'restCall' || named === 'restCall' || settings.options === undefined
  return asks ? settings.service_code : undefined
}

/** The values from which `payloadOf` creates the payload for a data source. */
export interface PayloadSources {
  answerTo: (code: string) => unknown
  /** The known data about the visitor, keyed by name. */
  known: Readonly<Record<string, unknown>>
}

export type Payload = Readonly<Record<string, PayloadValue>>

/**
 * Returns the payload for a select field's data source. If the payload needs the answer to a question that has no
 * answer, the function returns the property code of that question instead. A known value that does not exist is left
 * out, because only the data source can decide whether it needs the value.
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
