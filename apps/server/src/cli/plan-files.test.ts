import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/test-server.ts'
import { rowsOf } from '../../test/traces.ts'
import { exportBundle } from '../surfaces/bundle/export-bundle.ts'
import { applyFiles, planFiles } from './plan-files.ts'

const question = (settings: object) => ({
  type: 'PROPERTY',
  ordering: 1,
  value: { property_code: 'plate', property_description: 'Targa', default_value: { input_type: 'text', ...settings } },
})
const bundle = (title: string, more: { settings?: object; form?: object; children?: object[] } = {}) => ({
  definitions: [
    {
      code_tag: 'planned',
      tag_description: 'Comune',
      form_params: { auth_type: ['FREE'] },
      children: [{ code_tag: 'hole', tag_description: title, form_fields: [question(more.settings ?? {})], children: more.children ?? [] }],
    },
  ],
  forms: [{ code_form: 'planned', code_tag: 'planned', params: { sso_secret_aes: 'a secret', ...more.form } }],
  templates: [{ name: 'thanks', lang_code: 'it', subject: 'Grazie', html: `<p>${title}</p>` }],
})

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startTestServer()
  folder = await mkdtemp(join(tmpdir(), 'sportello-plan-'))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})
beforeEach(() => server.load(bundle('Buca')))

async function fileOf(content: object): Promise<string> {
  const file = join(folder, `${crypto.randomUUID()}.json`)
  await writeFile(file, JSON.stringify(content))
  return file
}
async function plan(file: string) {
  const lines: string[] = []
  const changes = await planFiles(server.services, [file], { lang: 'it' }, (line) => lines.push(line))
  return { changes, lines, code: lines.at(-1)?.replace('Plan ', '') ?? '' }
}
const apply = async (file: string, code: string) => {
  const lines: string[] = []
  await applyFiles(server.services, [file], code, { lang: 'it' }, (line) => lines.push(line))
  return lines
}
const stored = async () => JSON.stringify([await exportBundle(server.database.kysely, []), await rowsOf(server, 'select count(*) from definition_versions')])

describe('the command plan', () => {
  test('describes what an import would change without showing secrets, and changes nothing', async () => {
    const before = await stored()
    const { changes, lines } = await plan(await fileOf(bundle('Buca', { settings: { max_len: 7 }, form: { sso_secret_aes: 'another secret', otp: true } })))
    expect(lines).toEqual([
      'changed definition planned',
      '          Buca: «Targa», Lunghezza massima: ora 7',
      'changed form planned: params.otp, params.sso_secret_aes',
      '2 to change, 1 unchanged, 0 errors',
      expect.stringMatching(/^Plan [0-9a-f]{16}$/),
    ])
    expect(changes).toBe(true)
    expect(await stored()).toBe(before)
  })

  test('lists entries that would be added, and errors that the checks of the definitions find', async () => {
    const { lines } = await plan(await fileOf({ ...bundle('Buca', { settings: { min_len: 9, max_len: 7 } }), settings: [{ code: 'unplanned', value: '1' }] }))
    expect(lines).toContain('added   setting unplanned')
    expect(lines).toContain('error   definition planned: «Targa»: il minimo 9 è maggiore del massimo 7; nessuna risposta va bene.')
  })

  test('finds no change if the stored forms equal the file, and prints the same code for equal plans', async () => {
    expect((await plan(await fileOf(bundle('Buca')))).changes).toBe(false)
    const [one, other, third] = [
      await plan(await fileOf(bundle('Strada'))),
      await plan(await fileOf(bundle('Strada'))),
      await plan(await fileOf(bundle('Via'))),
    ]
    expect([one.code === other.code, one.code === third.code]).toEqual([true, false])
  })

  test('rejects files that an import rejects', async () => {
    await expect(plan(join(folder, 'absent.json'))).rejects.toThrow('absent.json')
    await expect(plan(await fileOf({ forms: [{ code_form: 'x', code_tag: 'missing' }] }))).rejects.toThrow('missing')
  })
})

describe('the command apply', () => {
  test('imports exactly what was planned, and rejects the plan’s code when it is used again', async () => {
    const file = await fileOf(bundle('Strada'))
    const { code } = await plan(file)
    expect(await apply(file, code)).toEqual(['changed definition planned', 'changed template thanks (it)'])
    expect((await plan(file)).changes).toBe(false)
    await expect(apply(file, code)).rejects.toThrow(`since ${code}`)
    expect((await rowsOf(server, "select subject from audit_lines where action = 'bundle.import' order by id desc limit 1"))[0]).toEqual({ subject: '*' })
  })

  test('changes nothing if the file or the deployment has changed since the plan', async () => {
    const file = await fileOf(bundle('Strada'))
    const { code } = await plan(file)
    await writeFile(file, JSON.stringify(bundle('Via')))
    const before = await stored()
    await expect(apply(file, code)).rejects.toThrow('Nothing was changed')
    expect(await stored()).toBe(before)
    await writeFile(file, JSON.stringify(bundle('Strada')))
    await server.load(bundle('Ponte'))
    const changed = await stored()
    await expect(apply(file, code)).rejects.toThrow('Nothing was changed')
    expect(await stored()).toBe(changed)
  })

  test('rejects files in which a definition has errors', async () => {
    const file = await fileOf(bundle('Buca', { settings: { min_len: 9, max_len: 7 } }))
    const { code } = await plan(file)
    const before = await stored()
    await expect(apply(file, code)).rejects.toThrow('il minimo 9')
    expect(await stored()).toBe(before)
  })
})

test('importing an export into another deployment and exporting it there produces the same bundle', async () => {
  const first = JSON.stringify(await exportBundle(server.database.kysely, ['planned']))
  const other = await startTestServer()
  try {
    await other.load(JSON.parse(first))
    expect(JSON.stringify(await exportBundle(other.database.kysely, ['planned']))).toBe(first)
    expect(JSON.stringify(await exportBundle(server.database.kysely, ['planned']))).toBe(first)
  } finally {
    await other.close()
  }
})
