// Encrypts an SSO message. Requires Node 24 or later and no packages: echo
// '{"client":"acme","email":"anna@example.org"}' | node seal-message.ts CUSTOMER_CODE SECRET
import { createCipheriv, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

/**
 * Returns an encrypted SSO message.
 * @param secret the form's `sso_secret_aes`
 * @param person `client`, up to three sub-clients, and the known data about the visitor
 */
export function encryptMessage(customerCode: string, secret: string, person: Record<string, unknown>): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'sso-message-v1', 32))
  const content = { jti: randomUUID(), exp: Math.floor(Date.now() / 1000) + 120, ...person }
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from(customerCode))
  return Buffer.concat([iv, cipher.update(JSON.stringify(content), 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

if (import.meta.main) {
  const [customerCode = '', secret = ''] = process.argv.slice(2)
  console.log(encryptMessage(customerCode, secret, JSON.parse(readFileSync(0, 'utf8'))))
}
