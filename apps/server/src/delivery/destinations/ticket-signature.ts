import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { isWebhookSecret } from '@sportello/contract/schemas'
import type { FastifyRequest } from 'fastify'
import { now } from '../../platform/db/clock.ts'
import type { DeliveryKind } from './connector.ts'

/** The signature of a call by a ticket system was verified. `at` is the time that the signature covers, if it covers one. */
interface Verified {
  at: Date | undefined
}

/** The hash function and the key of a signature, the signed bytes, and the signatures that the call carries. */
interface Claim {
  hash: 'sha256' | 'sha1'
  /** True if the secret, when it has the format of Standard Webhooks, is the key in base64, as that standard says. */
  isStandard?: true
  parts: readonly (string | Buffer)[]
  given: readonly Buffer[]
  at?: Date
}

/** Maximum difference in milliseconds between the clocks of a sender and this server (Standard Webhooks: "a few minutes"). */
const CLOCK_MS = 300_000
/** Number of signatures of a call that are compared. */
const MAX_SIGNATURES = 5
/** The key for calls that cannot be verified, so that the answer takes as long as that to a wrong signature. */
const NO_SECRET = randomBytes(32).toString('base64')
const NOTHING: Claim = { hash: 'sha256', parts: [], given: [] }

/**
 * Verifies the signature of a ticket system's call. Accepts the headers that the systems send themselves (decision 0094)
 * and, from all, those of Standard Webhooks. The time that it takes does not depend on the secret or on whether there is
 * one.
 * @param secret the secret of the destination; undefined if the form, the destination or its secret does not exist
 */
export function verifiedCall(
  kind: DeliveryKind | undefined,
  secret: string | undefined,
  headers: FastifyRequest['headers'],
  body: Buffer,
): Verified | undefined {
  const { hash, isStandard, parts, given, at } = claimOf(kind, headers, body) ?? { ...NOTHING, parts: [body] }
  const text = secret ?? NO_SECRET
  const hmac = createHmac(hash, isStandard && isWebhookSecret(text) ? Buffer.from(text.slice('whsec_'.length), 'base64') : text)
  for (const part of parts) hmac.update(part)
  const expected = hmac.digest()
  let isGenuine = false
  for (const each of given) if (each.length === expected.length && timingSafeEqual(each, expected)) isGenuine = true
  return isGenuine && secret !== undefined ? { at } : undefined
}

/** Reads the signature headers of a call; undefined if it has none that the kind of ticket system may send. */
function claimOf(kind: DeliveryKind | undefined, headers: FastifyRequest['headers'], body: Buffer): Claim | undefined {
  const header = (name: string) => (typeof headers[name] === 'string' ? headers[name] : '')
  if (header('webhook-signature')) return standardClaim(header, body)
  // GLPI signs when it queues the call, which may be sent and repeated much later: the time orders reports, and expires none.
  if (kind === 'glpi' && header('x-glpi-signature')) {
    const timestamp = header('x-glpi-timestamp')
    const at = /^\d{9,11}$/.test(timestamp) ? new Date(Number(timestamp) * 1_000) : undefined
    return at && { hash: 'sha256', parts: [body, timestamp], given: hex(header('x-glpi-signature'), ''), at }
  }
  if (kind === 'redmine' && header('x-redmine-signature-256'))
    return { hash: 'sha256', parts: [body], given: hex(header('x-redmine-signature-256'), 'sha256=') }
  const hub = header('x-hub-signature-256') || header('x-hub-signature')
  // Zammad signs with SHA-1 only. As the hash of an HMAC it is still safe (RFC 6194, 3.3).
  if (hub.startsWith('sha1=')) return kind === 'zammad' ? { hash: 'sha1', parts: [body], given: hex(hub, 'sha1=') } : undefined
  return hub ? { hash: 'sha256', parts: [body], given: hex(hub, 'sha256=') } : undefined
}

function standardClaim(header: (name: string) => string, body: Buffer): Claim | undefined {
  const [id, timestamp] = [header('webhook-id'), header('webhook-timestamp')]
  const at = /^\d{9,11}$/.test(timestamp) ? new Date(Number(timestamp) * 1_000) : undefined
  if (!at || id === '' || Math.abs(at.getTime() - now()) > CLOCK_MS) return undefined
  const signatures = header('webhook-signature').split(' ', MAX_SIGNATURES)
  return {
    hash: 'sha256',
    isStandard: true,
    parts: [`${id}.${timestamp}.`, body],
    given: signatures.filter((each) => each.startsWith('v1,')).map((each) => Buffer.from(each.slice('v1,'.length), 'base64')),
    at,
  }
}

const hex = (value: string, prefix: string) => (value.startsWith(prefix) ? [Buffer.from(value.slice(prefix.length), 'hex')] : [])
