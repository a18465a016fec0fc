import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import type { Config } from '../../platform/config.ts'
import { now } from '../../platform/db/clock.ts'

const PERIOD_S = 30

const keyOf = ({ secretKey }: Pick<Config, 'secretKey'>) => Buffer.from(hkdfSync('sha256', secretKey, '', 'operator-totp-v1', 32))

/**
 * Creates a secret for an operator's authenticator app (RFC 6238). Returns the secret, the secret encrypted with the
 * deployment's key, and the URI for the QR code.
 */
export function newAuthenticator(config: Pick<Config, 'secretKey'>, username: string): { sealed: Buffer; uri: string; secret: string } {
  const secret = new Secret({ size: 20 })
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(config), iv)
  const sealed = Buffer.concat([iv, cipher.update(secret.bytes), cipher.final(), cipher.getAuthTag()])
  return { sealed, uri: new TOTP({ issuer: 'Sportello', label: username, secret, period: PERIOD_S }).toString(), secret: secret.base32 }
}

function open(config: Pick<Config, 'secretKey'>, sealed: Buffer): Secret {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(config), sealed.subarray(0, 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const bytes = Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()])
  return new Secret({ buffer: new Uint8Array(bytes).buffer })
}

/**
 * Verifies a code of an operator's authenticator app for the current, the previous or the next period of 30 seconds.
 * Each code works only once across all server processes.
 */
export async function takeCode(
  { config, database }: Pick<CustomerServices, 'config' | 'database'>,
  username: string,
  sealed: Buffer,
  code: string,
): Promise<boolean> {
  const totp = new TOTP({ secret: open(config, sealed), period: PERIOD_S })
  const timestamp = now()
  const delta = totp.validate({ token: code.replaceAll(' ', ''), window: 1, timestamp })
  if (delta === null) return false
  const step = Math.floor(timestamp / 1_000 / PERIOD_S) + delta
  const { numUpdatedRows } = await database.kysely
    .updateTable('operators')
    .set({ totp_step: step })
    .where('username', '=', username)
    .where(sql<boolean>`totp_step < ${step}`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
