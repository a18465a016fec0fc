import type { KnownData } from '@sportello/contract'
import { knownData } from '@sportello/contract/schemas'
import { z } from 'zod'
import type { Customer } from '../../catalogue/customers/rules.ts'
import type { Config } from '../../platform/config.ts'
import { now } from '../../platform/db/clock.ts'
import { isStorableJson } from '../../platform/http/json-limits.ts'
import { decryptMessage, encryptMessage, messageKey } from './sso-message.ts'

/**
 * Maximum number of seconds between now and the expiry of an SSO message (field `exp`). A message that expires later is
 * rejected (wire contract, section “SSO message”).
 */
const MAX_AHEAD_S = 300

const level = z.string().max(256)
const base = { jti: z.string().min(1).max(256), exp: z.number() }
const fromOutside = z.looseObject({ ...base, client: level.min(1), sub_client: level.nullish(), sub_client2: level.nullish(), sub_client3: level.nullish() })
const fromLogin = z.strictObject({ ...base, auth_type: z.enum(['LOGIN', 'TOKEN_LOGIN']), person: z.string(), stamp: z.string().optional(), known: knownData })

type Levels = [client: string, sub_client: string, sub_client2: string, sub_client3: string]

/** The content of a decrypted SSO message. */
export type MessageContent = { jti: string; exp: number; known: KnownData } & (
  | { kind: 'outside'; levels: Levels }
  | { kind: 'login'; authType: 'LOGIN' | 'TOKEN_LOGIN'; person: string; stamp: string | undefined; browser: string }
)

const loginKey = (config: Pick<Config, 'secretKey'>) => messageKey(config.secretKey, 'login-message-v1')

/**
 * Encrypts the result of a login as a message, which the browser then sends to the SSO endpoint of the same form.
 * @param login `stamp`: the time when the account's sessions were last invalidated, so that the message becomes invalid
 * when the password changes; `browser`: from `markBrowser`
 */
export function encryptLogin(
  config: Pick<Config, 'secretKey'>,
  customerCode: string,
  login: { authType: 'LOGIN' | 'TOKEN_LOGIN'; person: string; stamp?: string; known: KnownData; jti: string; browser: string },
): string {
  const { authType, jti, browser, ...more } = login
  // Appends the hash of the browser's cookie to the field `jti`. A new field would be simpler, but a server of the
  // previous release rejects unknown fields.
  return encryptMessage(loginKey(config), customerCode, {
    ...more,
    jti: `${jti}.${browser}`,
    auth_type: authType,
    exp: Math.floor(now() / 1_000) + MAX_AHEAD_S,
  })
}

/**
 * Decrypts an SSO message; returns undefined if the customer does not accept the message now. The result contains no
 * reason, so that the sender cannot learn it.
 */
export function readMessage(config: Pick<Config, 'secretKey'>, customer: Customer, message: string): MessageContent | undefined {
  const secret = customer.params.sso_secret_aes
  const outside = secret ? decryptMessage(messageKey(secret), customer.code, message) : undefined
  const content = outside === undefined ? loginContent(decryptMessage(loginKey(config), customer.code, message)) : outsideContent(outside)
  const left = content ? content.exp - now() / 1_000 : 0
  return content && isStorableJson(content.known) && left > 0 && left <= MAX_AHEAD_S ? content : undefined
}

function outsideContent(opened: unknown): MessageContent | undefined {
  const parsed = fromOutside.safeParse(opened)
  if (!parsed.success) return undefined
  const { jti, exp, client, sub_client, sub_client2, sub_client3, ...person } = parsed.data
  const known = knownData.safeParse(person)
  if (!known.success) return undefined
  const levels = [client, sub_client ?? '', sub_client2 ?? '', sub_client3 ?? ''].map((each) => each.trim().toLowerCase()) as Levels
  if (!isStorableJson(levels)) return undefined
  return { kind: 'outside', jti, exp, known: known.data as KnownData, levels }
}

function loginContent(opened: unknown): MessageContent | undefined {
  const parsed = fromLogin.safeParse(opened)
  if (!parsed.success) return undefined
  const { auth_type: authType, known, stamp, ...more } = parsed.data
  return { kind: 'login', ...more, authType, stamp, known: known as KnownData, browser: more.jti.split('.')[1] ?? '' }
}
