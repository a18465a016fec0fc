import { bundle } from '@sportello/contract/schemas'
import { z } from 'zod'

/** The schema that editors complete and check a bundle by. */
export function bundleJsonSchema(): object {
  return { title: 'Sportello bundle', ...z.toJSONSchema(bundle, { io: 'input', reused: 'ref' }) }
}
