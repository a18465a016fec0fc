import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { CustomerKey } from './customer-keys.ts'

/** Where a sealed text stands: it opens nowhere else. */
export interface Place {
  customerCode: string
  /** Table and column. */
  column: string
  /** Of the row, or of what the row belongs to. */
  id: string
}

/*
 * `sealed1.`, the key's id, a point, and in base64: salt, sealed text, tag. Salt and place make the text's own key from the customer's, so the nonce
 * is nought. A first byte says whether the text is compressed: what is sealed compresses no more, and the database would have done it.
 */
const MARK = 'sealed1.'
const SEALED = /^sealed1\.([0-9a-f-]{36})\./
const SALT_BYTES = 16
const TAG_BYTES = 16
const NONCE = Buffer.alloc(12)
const PLAIN = Buffer.of(0)
const COMPRESSED = Buffer.of(1)
/** Below it compressing saves less than a page of the database notices. */
const COMPRESSED_FROM_BYTES = 1_024

function keyOf(key: Buffer, salt: Buffer, { customerCode, column, id }: Place): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, `text-v1\n${customerCode}\n${column}\n${id}`, 32))
}

/** The id of the key that a text is sealed with; null where it lies open. */
export function keyIdOf(text: string): string | null {
  return SEALED.exec(text)?.[1] ?? null
}

export function sealText({ id, key }: CustomerKey, place: Place, text: string): string {
  const bytes = Buffer.from(text)
  const salt = randomBytes(SALT_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(key, salt, place), NONCE)
  const content = bytes.length < COMPRESSED_FROM_BYTES ? [PLAIN, bytes] : [COMPRESSED, zstdCompressSync(bytes)]
  const sealed = Buffer.concat([salt, ...content.map((part) => cipher.update(part)), cipher.final(), cipher.getAuthTag()])
  return `${MARK}${id}.${sealed.toString('base64')}`
}

/** @returns undefined where the text was sealed for another place or with another key, or was altered. */
export function openText(key: Buffer, place: Place, sealed: string): string | undefined {
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
