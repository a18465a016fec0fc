import { bundle } from '@sportello/contract/schemas'
import { z } from 'zod'

/** Returns the JSON Schema of a bundle, by which editors complete and check bundle files. */
export function bundleJsonSchema(): object {
  return { title: 'Sportello bundle', ...z.toJSONSchema(bundle, { io: 'input', reused: 'ref' }) }
}
