import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/test-server.ts'
import { rowsOf } from '../../test/traces.ts'
import { promote } from './promote.ts'

const definition = (title: string, secret: string, more: object = {}) => ({
  code_tag: 'promoted',
  tag_description: 'Comune',
  form_params: { auth_type: ['FREE'], sso_secret_aes: secret },
  children: [{ code_tag: 'hole', tag_description: title, form_fields: [{ type: 'HTML', ordering: 1, value: '<p>Qui</p>' }], ...more }],
})

let [tested, production]: TestServer[] = []
beforeAll(async () => {
  tested = await startTestServer()
  production = await startTestServer()
  await tested.load({ definitions: [definition('Buca grande', 'the secret of the test')] })
  await production.load({ definitions: [definition('Buca', 'the secret of production')] })
})
afterAll(async () => {
  await tested?.close()
  await production?.close()
})

async function run(codes: string[], { dryRun = false, from = addressOf(tested as TestServer) }: { dryRun?: boolean; from?: string | undefined } = {}) {
  const { services } = production as TestServer
  const lines: string[] = []
  await promote({ ...services, config: { ...services.config, promoteFrom: from } }, codes, { dryRun, lang: 'it' }, (line) => lines.push(line))
  return lines
}

function addressOf({ database }: TestServer): string {
  const { host, user, password, database: name } = database.owner.options as { host: string; user: string; password: string; database: string }
  return `postgres://${user}:${password}@${encodeURIComponent(host)}/${name}`
}

const live = async (server: TestServer | undefined) =>
  (
    await rowsOf(
      server as TestServer,
      "select v.version, v.document from definitions d join definition_versions v on v.code_tag = d.code_tag and v.version = d.live_version where d.code_tag = 'promoted'",
    )
  )[0]

describe('the command promote', () => {
  test('shows what it would change, without changing anything', async () => {
    const before = await live(production)
    expect(await run(['promoted'], { dryRun: true })).toEqual([
      'changed definition promoted',
      '          Buca grande: «Buca» ora si chiama «Buca grande»',
      '1 to change, 0 unchanged, 0 errors',
    ])
    expect(await live(production)).toEqual(before)
  })

  test('publishes the definition of the other deployment, keeps the secrets of this deployment, and changes nothing when it runs again', async () => {
    await run(['promoted'])
    expect((await live(production))?.document).toMatchObject({
      form_params: { sso_secret_aes: 'the secret of production' },
      children: [{ tag_description: 'Buca grande' }],
    })
    expect((await live(tested))?.document).toMatchObject({ form_params: { sso_secret_aes: 'the secret of the test' } })
    expect(await run(['promoted'])).toEqual(['0 to change, 1 unchanged, 0 errors'])
    const lines = await rowsOf(production as TestServer, "select subject from audit_lines where action = 'bundle.import' and subject = 'promoted'")
    expect(lines).toEqual([{ subject: 'promoted' }])
  })

  test('takes the recorded tests of the definition along', async () => {
    const input = { code_tag: 'hole', form_fields: {}, further_questions: null, terms: [], files: [], known: {}, today: '2026-03-01' }
    const expected = { path: [], refused: [], answers: null, further: null, opens_ticket: false, summary: null }
    await tested?.load({ tests: [{ code_tag: 'promoted', name: 'Una buca', input, expected }] })
    expect(await run(['promoted'])).toEqual(['added   test promoted/Una buca', '1 to change, 1 unchanged, 0 errors'])
    expect(await run(['promoted'])).toEqual(['0 to change, 2 unchanged, 0 errors'])
    expect(await rowsOf(production as TestServer, "select name, input from form_tests where code_tag = 'promoted'")).toEqual([{ name: 'Una buca', input }])
  })

  test('changes nothing if the definition has errors in this deployment', async () => {
    await tested?.load({ definitions: [definition('Vicolo cieco', 'x', { form_fields: [] })] })
    const before = await live(production)
    await expect(run(['promoted'])).rejects.toThrow('Vicolo cieco')
    expect(await live(production)).toEqual(before)
  })

  test('rejects a call without codes or without a source deployment, and codes that the source does not have', async () => {
    await expect(run([])).rejects.toThrow('codes')
    await expect(run(['absent'])).rejects.toThrow('has not published absent')
    const { services } = production as TestServer
    await expect(promote({ ...services, config: { ...services.config, promoteFrom: undefined } }, ['promoted'], { dryRun: true }, () => {})).rejects.toThrow(
      'PROMOTE_FROM',
    )
  })
})
