import { z } from 'zod'
import { MAX_DESK_WORD } from '../request/desk.ts'

/**
 * Schema of a state that an author invents for the desk, and of a label. Words go on one line, without commas, because
 * labels are listed with commas between them.
 */
export const deskWord = z
  .string()
  .trim()
  .min(1)
  .max(MAX_DESK_WORD)
  .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp},]+$/u)
