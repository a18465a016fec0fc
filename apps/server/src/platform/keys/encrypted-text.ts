import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { CustomerKey } from './customer-keys.ts'

/**
 * The place of an encrypted text: its customer, table, column and row. The key that encrypts the text is derived from
 * the place, so a copy of the text in another row or column cannot be decrypted.
 */
export interface Place {
  customerCode: string
  /** Table and column in which the encrypted text is stored. */
  column: string
  /**
   * Id of the database row with the encrypted text, or of the row to which that text belongs (such as a mail's
   * request).
   */
  id: string
}

/*
 * Prefix of an encrypted text. The format is `sealed1.`, the key's id, a full stop, and then in base64 the salt, the
 * ciphertext and the tag. Each text is encrypted with its own key, so the nonce can always be zero; this key is derived
 * from the customer's key, the salt and the text's place. The first byte of the plain text states whether the rest is
 * compressed. The server compresses texts itself, because the database cannot compress ciphertext.
 */
const MARK = 'sealed1.'
const SEALED = /^sealed1\.([0-9a-f-]{36})\./
const SALT_BYTES = 16
const TAG_BYTES = 16
const NONCE = Buffer.alloc(12)
const PLAIN = Buffer.of(0)
const COMPRESSED = Buffer.of(1)
/** Minimum length in bytes of the texts that the server compresses before encryption. */
const COMPRESSED_FROM_BYTES = 1_024

function keyOf(key: Buffer, salt: Buffer, { customerCode, column, id }: Place): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, `text-v1\n${customerCode}\n${column}\n${id}`, 32))
}

/** Returns the id of the key that encrypted a text; null if the text is plain text. */
export function keyIdOf(text: string): string | null {
  return SEALED.exec(text)?.[1] ?? null
}

/** Encrypts a text for its place: a table, column and row. The result can be decrypted only for the same place. */
export function encryptText({ id, key }: CustomerKey, place: Place, text: string): string {
  const bytes = Buffer.from(text)
  const salt = randomBytes(SALT_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(key, salt, place), NONCE)
  const content = bytes.length < COMPRESSED_FROM_BYTES ? [PLAIN, bytes] : [COMPRESSED, zstdCompressSync(bytes)]
  const sealed = Buffer.concat([salt, ...content.map((part) => cipher.update(part)), cipher.final(), cipher.getAuthTag()])
  return `${MARK}${id}.${sealed.toString('base64')}`
}

/** Decrypts a text. @returns undefined if the place or the key differs, or if the encrypted text was changed */
export function decryptText(key: Buffer, place: Place, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed.slice(sealed.indexOf('.', MARK.length) + 1), 'base64')
  if (bytes.length <= SALT_BYTES + TAG_BYTES) return undefined
  const decipher = createDecipheriv('aes-256-gcm', keyOf(key, bytes.subarray(0, SALT_BYTES), place), NONCE)
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    const content = Buffer.concat([decipher.update(bytes.subarray(SALT_BYTES, -TAG_BYTES)), decipher.final()])
    const text = content.subarray(1)
    return (content[0] === COMPRESSED[0] ? zstdDecompressSync(text) : text).toString()
  } catch {
    return undefined
  }
}
