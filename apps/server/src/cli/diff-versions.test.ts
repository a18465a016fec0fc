import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/test-server.ts'
import { DiffRejected, diffVersions, needsDeployment } from './diff-versions.ts'

const form = (title: string, more: object = {}) => ({
  definitions: [
    {
      code_tag: 'compared',
      tag_description: 'Sport',
      form_params: { auth_type: ['FREE'] },
      children: [{ code_tag: 'court', tag_description: title, form_fields: [{ type: 'HTML', ordering: 1, value: '<p>Here</p>' }], ...more }],
    },
  ],
})

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startTestServer()
  await server.load(form('Court'))
  await server.load(form('Hall'))
  folder = await mkdtemp(join(tmpdir(), 'sportello-diff-'))
  await writeFile(join(folder, 'court.json'), JSON.stringify(form('Court')))
  await writeFile(join(folder, 'pool.json'), JSON.stringify(form('Pool', { disabled: true })))
  await writeFile(join(folder, 'two.json'), JSON.stringify({ definitions: [...form('A').definitions, { ...form('B').definitions[0], code_tag: 'other' }] }))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

async function diff(from: string, to: string, options: Parameters<typeof diffVersions>[1] = {}) {
  const written: string[] = []
  const at = (name: string) => (name.includes('@') ? name : join(folder, name))
  const isEqual = await diffVersions([at(from), at(to)], options, (line) => written.push(line), server.database)
  return { isEqual, text: written.join('\n') }
}

describe('the command diff', () => {
  test('describes the differences between two files in the language that LANG sets', async () => {
    expect(await diff('court.json', 'pool.json', { lang: 'it_IT.UTF-8' })).toEqual({
      isEqual: false,
      text: 'Pool\n  «Court» ora si chiama «Pool»\n  «Pool», Solo per chi ha fatto l’accesso: ora sì',
    })
    expect(await diff('court.json', 'court.json')).toEqual({ isEqual: true, text: '' })
  })

  test('compares versions of the deployment with each other and with files', async () => {
    expect((await diff('compared@1', 'compared@2')).text).toBe('Hall\n  “Court” is now called “Hall”')
    expect((await diff('compared@live', 'court.json')).text).toContain('“Hall” is now called “Court”')
    expect((await diff('two.json', 'compared@draft')).text).toContain('“A” is now called “Hall”')
    expect(await diff('compared@2', 'compared@live')).toEqual({ isEqual: true, text: '' })
  })

  test('writes the differences as JSON', async () => {
    const { text } = await diff('court.json', 'pool.json', { format: 'json' })
    expect(JSON.parse(text)).toMatchObject({ total: 2, changes: [{ step: 'court', title: 'Pool', field: null, text: '“Court” is now called “Pool”' }, {}] })
  })

  test.each([
    [['a.json'], 'two versions'],
    [['a', 'b', 'c'], 'two versions'],
  ])('rejects the arguments %j, which do not name exactly two versions', async (names, reason) => {
    await expect(diffVersions(names, {}, () => {})).rejects.toThrow(reason)
  })

  test('rejects files and versions that it cannot read', async () => {
    await expect(diff('absent.json', 'court.json')).rejects.toThrow('absent.json')
    await expect(diff('two.json', 'court.json')).rejects.toThrow('has 2 definitions')
    await expect(diff('compared@9', 'court.json')).rejects.toThrow('no compared@9')
    await expect(diff('gone@live', 'gone@1')).rejects.toThrow(DiffRejected)
    await expect(diff('court.json', 'pool.json', { format: 'xml' })).rejects.toThrow('formats')
    expect([needsDeployment(['a.json', 'b@live']), needsDeployment(['a.json', 'b@x'])]).toEqual([true, false])
  })
})
