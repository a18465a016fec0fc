import { bundle, definition } from '@sportello/contract/schemas'
import { z } from 'zod'

/** Returns the JSON Schema of a bundle. Text editors use it to complete and check bundle files. */
export function bundleJsonSchema(): object {
  return { title: 'Sportello bundle', ...z.toJSONSchema(bundle, { io: 'input', reused: 'ref' }) }
}

let known: Readonly<Record<string, unknown>> | undefined

/** Returns the JSON Schema of one form definition. Each process creates it once. */
export function definitionJsonSchema(): Readonly<Record<string, unknown>> {
  known ??= { title: 'Sportello form definition', ...z.toJSONSchema(definition, { io: 'input', reused: 'ref' }) }
  return known
}
