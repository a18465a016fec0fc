import { z } from 'zod'
import { code } from '../../form/code.ts'

/** A form as operators address it: by the id of its setting, or by its code. */
export const formParams = z.object({ id: z.union([z.uuid(), code]) })
