import { z } from 'zod'
import { passwordFaults } from '../../request/password.ts'

/** Schema of a new password, for operators and for visitors' accounts. */
export const newPassword = z
  .string()
  .max(1_024)
  .refine((value) => passwordFaults(value).length === 0, 'is too weak')
