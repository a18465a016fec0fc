import { bundle } from '@sportello/contract/schemas'
import { z } from 'zod'

/** Returns the JSON Schema of a bundle, for completion and checks in editors. */
export function bundleJsonSchema(): object {
  return { title: 'Sportello bundle', ...z.toJSONSchema(bundle, { io: 'input', reused: 'ref' }) }
}
