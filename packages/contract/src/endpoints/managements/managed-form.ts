import { z } from 'zod'
import { code } from '../../form/code.ts'

/** Path parameter that identifies a form, by the id of its settings or by its code. */
export const formParams = z.object({ id: z.union([z.uuid(), code]) })
