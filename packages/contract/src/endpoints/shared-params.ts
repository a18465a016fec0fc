import { z } from 'zod'
import { code } from '../form/code.ts'

/**
 * The code of the visitor's session. The schema accepts any text up to 512 characters, because the server looks the
 * code up in the database.
 */
export const sessionCode = z.string().max(512).optional()

export const customerParams = z.object({ customerCode: code })
export const tagParams = z.object({ customerCode: code, codeTag: code })
export const codeQuery = z.object({ code: sessionCode })
