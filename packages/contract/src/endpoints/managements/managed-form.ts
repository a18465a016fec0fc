import { z } from 'zod'
import { code } from '../../form/code.ts'

/** Path parameter that names a form: the id of its setting, or its code. */
export const formParams = z.object({ id: z.union([z.uuid(), code]) })
