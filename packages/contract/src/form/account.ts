import { isEmailAddress } from '@sportello/fields'
import { z } from 'zod'
import { code } from './code.ts'
import { knownData } from './known-data.ts'

/** Somebody who may log in to a form. The password stands in clear text here and nowhere else: an import keeps its hash. */
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

/** A token that lets in whoever knows it and its fields (wire contract, "The bundle file"). In clear text here, kept as a keyed hash. */
export const token = z.strictObject({
  form: code,
  token: z
    .string()
    .max(128)
    .refine((text) => text.trim() !== '', 'must not be empty')
    // Its address would be that of the password's recovery.
    .refine((text) => text.trim() !== 'recovery', 'is reserved')
    .refine((text) => !/[/\\]|^\.{1,2}$/.test(text.trim()), 'must not hold "/" or "\\", nor be "." or ".."'),
  fields: knownData.default({}),
  metadata: knownData.default({}),
  single_use: z.boolean().default(false),
})

export type Account = z.infer<typeof account>
export type Token = z.infer<typeof token>
