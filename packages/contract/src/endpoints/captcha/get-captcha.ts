import { z } from 'zod'
import { endpoint } from '../define-endpoint.ts'
import { customerParams } from '../shared-params.ts'

/** A proof of work of ALTCHA's second version: find the number whose derived key begins as `keyPrefix` says. Signed by the server. */
const captchaChallenge = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number(),
    keyLength: z.number(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    /** Seconds since 1970. */
    expiresAt: z.number(),
  }),
  signature: z.string(),
})

export type CaptchaChallenge = z.infer<typeof captchaChallenge>

export const getCaptcha = endpoint({
  method: 'GET',
  path: '/forms/{customerCode}/captcha',
  summary: 'A captcha’s challenge, good for ten minutes and for this form. Asked for without X-Api-Key',
  params: customerParams,
  query: z.object({}),
  status: 200,
  answer: captchaChallenge,
  errors: ['forms0001', 'forms0010', 'forms0045'],
})
