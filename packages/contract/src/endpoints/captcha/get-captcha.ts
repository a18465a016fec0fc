import { z } from 'zod'
import { endpoint } from '../define-endpoint.ts'
import { customerParams } from '../shared-params.ts'

/**
 * A proof-of-work challenge in the format of ALTCHA version 2, signed by the server. To solve it, the browser searches
 * for a number whose derived key starts with `keyPrefix`.
 */
const captchaChallenge = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number(),
    keyLength: z.number(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    /** Time at which the captcha challenge expires, as Unix time in seconds. */
    expiresAt: z.number(),
  }),
  signature: z.string(),
})

export type CaptchaChallenge = z.infer<typeof captchaChallenge>

export const getCaptcha = endpoint({
  method: 'GET',
  path: '/forms/{customerCode}/captcha',
  summary: 'Get a captcha challenge for this form, valid for ten minutes; needs no X-Api-Key',
  params: customerParams,
  query: z.object({}),
  status: 200,
  answer: captchaChallenge,
  errors: ['forms0001', 'forms0010', 'forms0045'],
})
