// Decrypts the message in the live chat's URL. Requires Node 24 or later and no packages: node open-message.ts
// COD_CUSTOMER SECRET MESSAGE
import { createDecipheriv, hkdfSync } from 'node:crypto'

const [IV_BYTES, TAG_BYTES] = [12, 16]

/**
 * Decrypts the data that are known about the visitor.
 * @param secret the form's `secret`, which the form and the chat share
 * @throws an error if the message has expired, or was not encrypted with this secret for this customer
 */
export function decryptMessage(codCustomer: string, secret: string, message: string): Record<string, unknown> {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'chat-message-v1', 32))
  const bytes = Buffer.from(message, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
  decipher.setAAD(Buffer.from(codCustomer))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8')
  const content = JSON.parse(text) as Record<string, unknown>
  if (Number(content.exp) * 1_000 < Date.now()) throw new Error('the message is over')
  return content
}

if (import.meta.main) console.log(decryptMessage(process.argv[2] ?? '', process.argv[3] ?? '', process.argv[4] ?? ''))
