import type { Integration } from '@sportello/contract'
import type { SelectOption } from '@sportello/fields'
import { isStorableText } from '../../platform/http/json-limits.ts'
import { serviceError } from './ask-service.ts'

const MAX_OPTIONS = 10_000
const MAX_TEXT_LENGTH = 1_000

/**
 * Reads the options of a question from a data source's response, as the `output` mapping of the data source describes.
 * @throws ApiError forms_integrations0002 if the response does not match the mapping.
 */
export function readOptions({ service, output }: Integration, answer: unknown): SelectOption[] {
  const wrong = (what: string) => serviceError('forms_integrations0002', service, what)
  const list = at(answer, output?.options_path ?? '')
  if (!Array.isArray(list)) throw wrong('answered no list where options_path points')
  if (list.length > MAX_OPTIONS) throw wrong(`answered more than ${MAX_OPTIONS} options`)
  return list.map((entry: unknown) => {
    const key = textOf(at(entry, output?.key ?? ''))
    const value = textOf(at(entry, output?.value ?? ''))
    if (!key || !value) throw wrong('answered an option without its key or value')
    return { key, value }
  })
}

/**
 * Returns the value at a path in a data source's response. A path such as `data.items.0` consists of property names and
 * list indexes, separated by dots.
 */
function at(value: unknown, path: string): unknown {
  const names = path === '' ? [] : path.split('.')
  return names.reduce<unknown>(
    (here, name) => (typeof here === 'object' && here !== null && Object.hasOwn(here, name) ? (here as Record<string, unknown>)[name] : undefined),
    value,
  )
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.length <= MAX_TEXT_LENGTH && isStorableText(value) ? value : undefined
}
