import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32
/** Maximum length of an SSO message in base64url characters. A longer message would not fit in a URL or form field. */
export const MAX_MESSAGE_LENGTH = 16_384

/** Derives the encryption key of a form's SSO messages (wire contract, "SSO message"). */
export function messageKey(secret: string, info = 'sso-message-v1'): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', info, KEY_BYTES))
}

/**
 * Encrypts an SSO message with AES-256-GCM. The result is base64url of `iv(12) ‖ ciphertext ‖ tag(16)`; the additional
 * authenticated data is the customer code.
 * @param key 32 bytes, from `messageKey`
 */
export function encryptMessage(key: Buffer, customerCode: string, plaintext: unknown): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from(customerCode))
  return Buffer.concat([iv, cipher.update(JSON.stringify(plaintext), 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/**
 * Decrypts an SSO message; returns undefined if the message was encrypted with another key or for another customer, or
 * if it is not JSON.
 */
export function decryptMessage(key: Buffer, customerCode: string, message: string): unknown {
  if (message.length > MAX_MESSAGE_LENGTH || !/^[\w-]+$/.test(message)) return undefined
  const bytes = Buffer.from(message, 'base64url')
  if (bytes.length < IV_BYTES + TAG_BYTES) return undefined
  // The same bytes have several base64url spellings, and only the standard spelling is valid. The server decrypts a
  // message before it rejects an unusual spelling, so that every invalid message takes the same time.
  const isOurSpelling = bytes.toString('base64url') === message
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
    decipher.setAAD(Buffer.from(customerCode))
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    const plaintext = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
    return isOurSpelling ? JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plaintext)) : undefined
  } catch {
    return undefined
  }
}
