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
/**
 * Number of iterations of the key derivation in an ALTCHA challenge. The server derives one key to create a challenge
 * (under a millisecond) and derives no key to verify a solution.
 */
const COST = 1_000

/**
 * Tolerance in seconds when the server checks the expiry of an ALTCHA challenge. Clocks differ slightly, because a
 * process
 * synchronises with the database's clock only every ten seconds.
 */
const CLOCK_SLACK_S = 60

/**
 * Derives the keys that sign an ALTCHA challenge from the form and the expiry of the challenge. The signature is
 * therefore
 * invalid for another form or a changed expiry. The library's own expiry check is not used, because it compares with
 * this machine's clock instead of the database's.
 */
function keysOf({ secretKey }: Pick<Config, 'secretKey'>, customerCode: string, expiresAt: number) {
  const keyFor = (purpose: string) => createHmac('sha256', secretKey).update(`captcha_${purpose}\n${customerCode}\n${expiresAt}`).digest('base64url')
  return { hmacSignatureSecret: keyFor('challenge'), hmacKeySignatureSecret: keyFor('solution') }
}

/**
 * Creates an ALTCHA challenge for one form. The number that the client must find is random, so that no client can guess
 * where to start searching.
 */
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
 * Verifies an ALTCHA solution.
 * @param given base64 of the JSON `{challenge, solution: {counter, derivedKey}}`, as ALTCHA's own widget sends it
 * @returns the hash that identifies the solution; null if the solution is wrong, has expired or is for another form
 */
export async function altchaSolution(config: Pick<Config, 'secretKey'>, customerCode: string, given: string): Promise<Buffer | null> {
  const parsed = solvedChallenge.safeParse(parseBase64(given))
  if (!parsed.success) return null
  const { challenge, solution } = parsed.data
  const { expiresAt, ...parameters } = challenge.parameters
  const left = expiresAt - now() / 1_000
  // The server never issues an ALTCHA challenge with such a long lifetime, so it rejects this one. The server stores
  // used solutions only for an hour. Later, the same solution could be used again.
  if (!Number.isSafeInteger(expiresAt) || left < 0 || left > CHALLENGE_S + CLOCK_SLACK_S) return null
  const { verified } = await verifySolution({
    challenge: { parameters, signature: challenge.signature } as Challenge,
    solution,
    deriveKey,
    ...keysOf(config, customerCode, expiresAt),
  })
  // Hashes the signature of the ALTCHA challenge instead of the solution, so that each challenge can be used only once.
  return verified ? createHash('sha256').update(`altcha\n${challenge.signature}`).digest() : null
}

function parseBase64(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64').toString('utf8'))
  } catch {
    return undefined
  }
}
