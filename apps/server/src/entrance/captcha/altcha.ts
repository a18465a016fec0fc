import { createHash, createHmac } from 'node:crypto'
import { type CaptchaChallenge, numberSetting } from '@sportello/contract'
import { type Challenge, createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import type { Customer } from '../../catalogue/customers/rules.ts'
import type { Config } from '../../platform/config.ts'
import { now } from '../../platform/db/clock.ts'
import { CHALLENGE_S } from './terms.ts'

const ALGORITHM = 'PBKDF2/SHA-256'
/** Rounds of one derivation. The server makes one for a challenge (under a millisecond) and none for a solution. */
const COST = 1_000

/** How far a challenge's end may lie beyond its time: processes learn the database's clock every ten seconds. */
const CLOCK_SLACK_S = 60

/**
 * Keys of one form and one end: a challenge of another form, or one whose end somebody moved, has another signature. The end is no parameter of the library's,
 * which would judge it by the clock of this machine; here it is judged by the database's.
 */
function keysOf({ secretKey }: Pick<Config, 'secretKey'>, customerCode: string, expiresAt: number) {
  const keyFor = (purpose: string) => createHmac('sha256', secretKey).update(`captcha_${purpose}\n${customerCode}\n${expiresAt}`).digest('base64url')
  return { hmacSignatureSecret: keyFor('challenge'), hmacKeySignatureSecret: keyFor('solution') }
}

/** A challenge for one form. The number to be found is random, so nobody knows where to begin looking. */
export async function newChallenge(config: Pick<Config, 'secretKey'>, customer: Pick<Customer, 'code' | 'settings'>): Promise<CaptchaChallenge> {
  const expiresAt = Math.floor(now() / 1_000) + CHALLENGE_S
  const { parameters, ...signed } = await createChallenge({
    algorithm: ALGORITHM,
    cost: COST,
    counter: randomInt(numberSetting(customer.settings, 'captcha_difficulty')),
    deriveKey,
    ...keysOf(config, customer.code, expiresAt),
  })
  return { ...signed, parameters: { ...parameters, expiresAt } } as CaptchaChallenge
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
  const { expiresAt, ...parameters } = challenge.parameters
  const left = expiresAt - now() / 1_000
  // What is spent is kept for an hour: a challenge that lived longer could be spent again.
  if (!Number.isSafeInteger(expiresAt) || left < 0 || left > CHALLENGE_S + CLOCK_SLACK_S) return null
  const { verified } = await verifySolution({
    challenge: { parameters, signature: challenge.signature } as Challenge,
    solution,
    deriveKey,
    ...keysOf(config, customerCode, expiresAt),
  })
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
