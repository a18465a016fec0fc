import { spawnSync } from 'node:child_process'
import { createCipheriv } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { decryptMessage, messageKey } from './sso-message.ts'

const DOCS = new URL('../../../../../docs/sso/', import.meta.url).pathname

interface Vector {
  customer: string
  secret: string
  key: string
  iv: string
  plaintext: string
  message: string
}
const vectors = JSON.parse(readFileSync(`${DOCS}vectors.json`, 'utf8')) as Vector[]

test.each(vectors)(
  'the published test vector of $customer has the documented key, message and content',
  ({ customer, secret, key, iv, plaintext, message }) => {
    expect(messageKey(secret).toString('hex')).toBe(key)
    expect(decryptMessage(messageKey(secret), customer, message)).toEqual(JSON.parse(plaintext))
    const cipher = createCipheriv('aes-256-gcm', messageKey(secret), Buffer.from(iv, 'hex')).setAAD(Buffer.from(customer))
    expect(Buffer.concat([Buffer.from(iv, 'hex'), cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]).toString('base64url')).toBe(message)
  },
)

const EXAMPLES: Record<string, { command: [program: string, ...args: string[]]; installed: [program: string, ...args: string[]] }> = {
  TypeScript: { command: [process.execPath, 'seal-message.ts'], installed: [process.execPath, '--version'] },
  Python: { command: ['python3', 'seal_message.py'], installed: ['python3', '-c', 'import cryptography'] },
  Java: { command: ['java', 'SealMessage.java'], installed: ['javac', '--version'] },
}
const run = ([program, ...args]: [string, ...string[]], input = '') => spawnSync(program, args, { cwd: DOCS, input, encoding: 'utf8', timeout: 30_000 })

describe.each(Object.entries(EXAMPLES))('the SSO example in %s', (_language, { command, installed }) => {
  // Skips the test if the programming language of the example is not installed. The TypeScript example is never
  // skipped, because it runs in Node.js.
  test.skipIf(run(installed).status !== 0)('encrypts a message that the server decrypts', { timeout: 40_000 }, () => {
    const person = { client: 'acme', sub_client: 'Nord', email: 'zoë@example.org', note: 'a "quoted" \\ line\nand €' }
    const { stdout, stderr } = run([...command, 'fund', 'a sécret'], JSON.stringify(person))
    expect(stderr).toBe('')
    const content = decryptMessage(messageKey('a sécret'), 'fund', stdout.trim()) as Record<string, unknown>
    expect(content).toMatchObject(person)
    expect(content.jti).toMatch(/^[\da-f-]{36}$/)
    const ahead = Number(content.exp) - Date.now() / 1_000
    expect(ahead).toBeGreaterThan(60)
    expect(ahead).toBeLessThan(300)
  })
})
