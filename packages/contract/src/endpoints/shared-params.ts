import { z } from 'zod'
import { code } from '../form/code.ts'

/** What a session code may look like on the wire; whether it is one, only the server knows. */
export const sessionCode = z.string().max(512).optional()

export const customerParams = z.object({ customerCode: code })
export const tagParams = z.object({ customerCode: code, codeTag: code })
export const codeQuery = z.object({ code: sessionCode })
