import { createHash, createHmac } from 'node:crypto'
import { type CaptchaChallenge, numberSetting } from '@sportello/contract'
import { type Challenge, createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { Customer } from '../customers/rules.ts'
import { CHALLENGE_S } from './terms.ts'

const ALGORITHM = 'PBKDF2/SHA-256'
/** Rounds of one derivation. The server makes one for a challenge (under a millisecond) and none for a solution. */
const COST = 1_000

/** Keys of one form, so that its challenges are none of another's. */
function keysOf({ secretKey }: Pick<Config, 'secretKey'>, customerCode: string) {
  const keyFor = (purpose: string) => createHmac('sha256', secretKey).update(`captcha_${purpose}\n${customerCode}`).digest('base64url')
  return { hmacSignatureSecret: keyFor('challenge'), hmacKeySignatureSecret: keyFor('solution') }
}

/** A challenge for one form. The number to be found is random, so nobody knows where to begin looking. */
export async function newChallenge(config: Pick<Config, 'secretKey'>, customer: Pick<Customer, 'code' | 'settings'>): Promise<CaptchaChallenge> {
  return (await createChallenge({
    algorithm: ALGORITHM,
    cost: COST,
    counter: randomInt(numberSetting(customer.settings, 'captcha_difficulty')),
    deriveKey,
    expiresAt: Math.floor(Date.now() / 1_000) + CHALLENGE_S,
    ...keysOf(config, customer.code),
  })) as CaptchaChallenge
}

const hex = z.string().regex(/^[0-9a-f]{2,512}$/)
const solvedChallenge = z.object({
  challenge: z.object({
    parameters: z.strictObject({
      algorithm: z.literal(ALGORITHM),
      nonce: hex,
      salt: hex,
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: hex,
      keySignature: hex,
      expiresAt: z.number(),
    }),
    signature: hex,
  }),
  solution: z.object({ counter: z.number(), derivedKey: hex }),
})

/**
 * What names a solution, where it is right, of this form and not expired; else null. `given` is base64 of
 * `{challenge, solution: {counter, derivedKey}}` as JSON: what ALTCHA's own widget sends.
 */
export async function altchaSolution(config: Pick<Config, 'secretKey'>, customerCode: string, given: string): Promise<Buffer | null> {
  const parsed = solvedChallenge.safeParse(parseBase64(given))
  if (!parsed.success) return null
  const { challenge, solution } = parsed.data
  const { verified } = await verifySolution({ challenge: challenge as Challenge, solution, deriveKey, ...keysOf(config, customerCode) })
  // The signature names the challenge, of which one solution counts.
  return verified ? createHash('sha256').update(`altcha\n${challenge.signature}`).digest() : null
}

function parseBase64(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64').toString('utf8'))
  } catch {
    return undefined
  }
}
