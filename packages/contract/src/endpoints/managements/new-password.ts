import { z } from 'zod'
import { passwordFaults } from '../../request/password.ts'

/** A password that somebody chooses, whether for themselves or for another. */
export const newPassword = z
  .string()
  .max(1_024)
  .refine((value) => passwordFaults(value).length === 0, 'is too weak')
