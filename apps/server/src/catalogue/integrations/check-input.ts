import type { InputKind, Integration } from '@sportello/contract'
import { INPUT_KINDS } from '@sportello/contract/schemas'
import type { Payload } from '@sportello/fields'
import { apiError } from '../../platform/http/api-error.ts'

const MAX_INPUT_LENGTH = 1_000

const IS: Readonly<Record<InputKind, (value: unknown) => value is string | number | boolean>> = {
  string: (value): value is string => typeof value === 'string' && value.length <= MAX_INPUT_LENGTH,
  number: (value): value is number => Number.isFinite(value),
  integer: (value): value is number => Number.isSafeInteger(value),
  boolean: (value): value is boolean => typeof value === 'boolean',
}

/**
 * Checks a visitor's input against the input keys that the data source declares.
 * @throws ApiError forms_integrations0001 for an unknown or missing key or a wrong type.
 */
export function checkInput({ input = {} }: Pick<Integration, 'input'>, given: Readonly<Record<string, unknown>>): Payload {
  const declared = Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1))
  if (Object.keys(given).length !== declared.length) throw apiError('forms_integrations0001')
  return Object.fromEntries(
    declared.map(([key, kind]) => {
      const value = Object.hasOwn(given, key) ? given[key] : undefined
      if (!IS[INPUT_KINDS[kind]](value)) throw apiError('forms_integrations0001')
      return [key, value]
    }),
  )
}
