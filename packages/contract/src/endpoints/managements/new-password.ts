import { z } from 'zod'
import { passwordFaults } from '../../request/password.ts'

/** Schema of a new password of an operator or of a visitor's account. */
export const newPassword = z
  .string()
  .max(1_024)
  .refine((value) => passwordFaults(value).length === 0, 'is too weak')
