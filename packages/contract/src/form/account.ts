import { isEmailAddress } from '@sportello/fields'
import { z } from 'zod'
import { code } from './code.ts'
import { knownData } from './known-data.ts'

/**
 * An account with which a person can log in to a form. The bundle contains the password in clear text; the import
 * stores only a hash.
 */
export const account = z.strictObject({
  form: code,
  username: z
    .string()
    .max(256)
    .refine((name) => name.trim() !== '', 'must not be empty'),
  password: z.string().min(1).max(1_024),
  email: z.string().refine(isEmailAddress, 'must be one e-mail address').optional(),
  metadata: knownData.default({}),
})

/**
 * A login token: anyone who knows the token and the values of its fields can log in (wire contract, "The bundle file").
 * The bundle contains the token in clear text; the import stores only a keyed hash.
 */
export const token = z.strictObject({
  form: code,
  token: z
    .string()
    .max(128)
    .refine((text) => text.trim() !== '', 'must not be empty')
    // Rejects the token "recovery", because the URL of a login with it would be the URL of the password recovery.
    .refine((text) => text.trim() !== 'recovery', 'is reserved')
    .refine((text) => !/[/\\]|^\.{1,2}$/.test(text.trim()), 'must not hold "/" or "\\", nor be "." or ".."'),
  fields: knownData.default({}),
  metadata: knownData.default({}),
  single_use: z.boolean().default(false),
})

export type Account = z.infer<typeof account>
export type Token = z.infer<typeof token>
