import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IMPORT_CONFIG } from '../../../test/import-config.ts'
import { loginForm } from '../../../test/login-bundle.ts'
import { cloneDatabase } from '../../../test/test-server.ts'
import { exportBundle } from '../../surfaces/bundle/export-bundle.ts'
import { type BundleRejected, importBundle } from '../../surfaces/bundle/import-bundle.ts'
import { readBundle } from '../../surfaces/bundle/read-bundle.ts'

let clone: Awaited<ReturnType<typeof cloneDatabase>>
beforeAll(async () => {
  clone = await cloneDatabase()
})
afterAll(() => clone.drop())

async function load(document: unknown): Promise<string[]> {
  const { bundle, faults } = await readBundle(document, '.')
  if (!bundle) return faults.map(({ pointer, message }) => `${pointer} ${message}`)
  const lines = await importBundle(clone.database.kysely, bundle, IMPORT_CONFIG)
  return lines.filter(({ kind }) => kind === 'account' || kind === 'token').map(({ kind, name, change }) => `${change} ${kind} ${name}`)
}
const rows = async (query: string) => (await clone.database.owner.query(query)).rows
const form = (accounts: object[], tokens: object[] = []) => loginForm({ code: 'fund', accounts, tokens })
const anna = { username: 'Anna', password: 'one', email: 'anna@example.org', metadata: { nome: 'Anna', tags: ['a', 1, true] } }
const token = { token: 'T-1', fields: { surname: 'x' }, metadata: { n: 1 } }

describe('the import of accounts and tokens', () => {
  test('changes no row when the same bundle is imported a second time', async () => {
    expect(await load(form([anna], [token]))).toEqual(['added account fund/Anna', 'added token fund/1'])
    const before = await rows('select * from accounts, tokens')
    expect(await load(form([anna], [token]))).toEqual(['left account fund/Anna', 'left token fund/1'])
    expect(await rows('select * from accounts, tokens')).toEqual(before)
  })

  test('keeps an account’s password when its other data change, and ends the account’s sessions when the password changes', async () => {
    const read = async () => (await rows("select password_hash, sessions_invalidated_at, metadata, username from accounts where username_key = 'anna'"))[0]
    const before = await read()
    expect(await load(form([{ ...anna, username: 'ANNA', metadata: { nome: 'Annamaria' } }]))).toEqual(['changed account fund/ANNA'])
    expect(await read()).toEqual({ ...before, username: 'ANNA', metadata: { nome: 'Annamaria' } })
    expect(await load(form([{ ...anna, password: 'two' }]))).toEqual(['changed account fund/Anna'])
    const after = await read()
    expect(after.password_hash).not.toBe(before.password_hash)
    expect(after.sessions_invalidated_at.getTime()).toBeGreaterThan(before.sessions_invalidated_at.getTime())
  })

  test('keeps a password that the visitor has set until a bundle with a different password is imported', async () => {
    await load(form([{ ...anna, password: 'given' }]))
    await rows("update accounts set password_hash = 'chosen'")
    expect(await load(form([{ ...anna, password: 'given' }]))).toEqual(['left account fund/Anna'])
    expect(await rows('select password_hash from accounts')).toEqual([{ password_hash: 'chosen' }])
    await load(form([{ ...anna, password: 'given again' }]))
    expect((await rows('select password_hash from accounts'))[0].password_hash).toMatch(/^\$argon2id\$/)
  })

  test('resets the number of wrong attempts of a changed token, but does not make a used single-use token valid again', async () => {
    await rows('update tokens set wrong_tries = 5, burned_at = now(), used_at = now()')
    expect(await load(form([], [token]))).toEqual(['left token fund/1'])
    expect(await rows('select 1 from tokens where burned_at is not null')).toHaveLength(1)
    expect(await load(form([], [{ ...token, single_use: true }]))).toEqual(['changed token fund/1'])
    expect(await rows('select 1 from tokens where burned_at is null and wrong_tries = 0 and used_at is not null')).toHaveLength(1)
  })

  test('cannot be reversed by an export, because an export contains neither accounts nor tokens', async () => {
    const exported = JSON.stringify(await exportBundle(clone.database.kysely, []))
    expect(exported).not.toMatch(/"accounts"|"tokens"|argon2|anna@example/)
  })

  test('reports every error with its JSON Pointer', async () => {
    const wrong = form(
      [anna, { ...anna, username: ' ANNA ' }, { username: '', password: '', email: 'no' }, { ...anna, username: 'x', metadata: { deep: { er: 1 } } }],
      [token, token, { token: 'recovery' }, { token: 'a/b' }],
    )
    expect((await load(wrong)).map((fault) => fault.split(' ')[0])).toEqual([
      '/accounts/2/username',
      '/accounts/2/password',
      '/accounts/2/email',
      '/accounts/3/metadata/deep',
      '/tokens/2/token',
      '/tokens/3/token',
      '/accounts/1/username',
      '/tokens/1/token',
    ])
    const twice = await load(form([anna, { ...anna, username: ' ANNA ' }], [token, token]))
    expect(twice.map((fault) => fault.split(' ')[0])).toEqual(['/accounts/1/username', '/tokens/1/token'])
    expect(twice.join()).not.toContain('T-1')
    const huge = { ...anna, metadata: Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`k${at}`, 'x'.repeat(2_000)])) }
    expect(await load(form([huge]))).toEqual(['/accounts/0/metadata is larger than 8000 bytes'])
  })

  test('rejects accounts and tokens of a form that does not exist', async () => {
    const { bundle } = await readBundle({ accounts: [{ ...anna, form: 'nowhere' }], tokens: [{ ...token, form: 'nowhere' }] }, '.')
    const refused = await (bundle && importBundle(clone.database.kysely, bundle, IMPORT_CONFIG).catch((error: unknown) => error))
    expect((refused as BundleRejected).faults.map(({ pointer }) => pointer)).toEqual(['/accounts/0/form', '/tokens/0/form'])
  })

  test('reports progress after each hashed password', async () => {
    const many = Array.from({ length: 200 }, (_, at) => ({ username: `user-${at}`, password: `word-${at}` }))
    const { bundle } = await readBundle(form(many), '.')
    const progress: number[] = []
    if (bundle) await importBundle(clone.database.kysely, bundle, IMPORT_CONFIG, { onProgress: (done) => progress.push(done) })
    expect(progress).toEqual(Array.from({ length: 200 }, (_, at) => at + 1))
    expect((await load(form(many))).every((line) => line.startsWith('left'))).toBe(true)
  }, 60_000)
})
