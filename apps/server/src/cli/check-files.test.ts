import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { CheckRejected, checkFiles } from './check-files.ts'

const DEMO = fileURLToPath(new URL('../../../../demo/', import.meta.url))
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sportello-check-'))
})
afterAll(() => rm(folder, { recursive: true }))

const BROKEN = {
  definitions: [
    {
      code_tag: 'sport',
      tag_description: 'Sport',
      form_params: { auth_type: ['DATACOLLECTION'], success_email_template: 'gone' },
      children: [
        { code_tag: 'court', tag_description: 'Court' },
        {
          code_tag: 'course',
          tag_description: 'Course',
          form_fields: [
            {
              type: 'PROPERTY',
              ordering: 1,
              value: { property_code: 'age', property_description: 'Age', default_value: { input_type: 'int', min: 9, max: 3 } },
            },
          ],
        },
      ],
    },
  ],
  templates: [{ name: 'thanks', lang_code: 'it', subject: 'Grazie', html: '<p>Grazie</p>' }],
}

async function run(name: string, text: string, options: Parameters<typeof checkFiles>[1] = {}) {
  const file = join(folder, name)
  await writeFile(file, text)
  const written: string[] = []
  const isSound = await checkFiles([file], options, (line) => written.push(line))
  return { isSound, text: written.join('\n').replaceAll(`${folder}/`, '') }
}

describe('the command check', () => {
  test.each([
    ['bundle.json', JSON.stringify(BROKEN, null, 2), [10, 13, 29]],
    ['bundle.yaml', stringify(BROKEN), [7, 9, 21]],
  ])('reports the line of each error in %s', async (name, source, lines) => {
    const { isSound, text } = await run(name, source, { lang: 'it_IT.UTF-8' })
    expect(isSound).toBe(false)
    expect(text.split('\n')).toEqual([
      `${name}:${lines[0]}: error: Il modello di mail «gone» non esiste. [mail-template]`,
      `${name}:${lines[1]}: error: Chi arriva a «Court» non trova niente: né scelte, né domande, né un testo. [dead-end]`,
      `${name}:${lines[2]}: error: «Age»: il minimo 9 è maggiore del massimo 3; nessuna risposta va bene. [opposite-limits]`,
      '3 errors, 0 warnings, 0 hints',
    ])
  })

  test('writes its report as JSON and as SARIF for other programs', async () => {
    const json = JSON.parse((await run('a.json', JSON.stringify(BROKEN), { format: 'json' })).text)
    expect(json[1]).toEqual({
      file: 'a.json',
      line: 1,
      check: 'dead-end',
      severity: 'error',
      pointer: '/definitions/0/children/0',
      message: 'Who reaches “Court” finds nothing: no choices, no questions and no text.',
    })
    const { runs, version } = JSON.parse((await run('b.json', JSON.stringify(BROKEN), { format: 'sarif' })).text)
    expect([version, runs[0].results.length]).toEqual(['2.1.0', 3])
    const rules = runs[0].tool.driver.rules.map(({ id }: { id: string }) => id)
    expect(runs[0].results.every(({ ruleId }: { ruleId: string }) => rules.includes(ruleId))).toBe(true)
    expect(runs[0].results[2]).toMatchObject({
      ruleId: 'opposite-limits',
      level: 'error',
      locations: [{ physicalLocation: { artifactLocation: { uri: expect.stringMatching(/b\.json$/) }, region: { startLine: 1 } } }],
    })
  })

  test('reports errors for which an import would reject the file, and files that cannot be read', async () => {
    const { isSound, text } = await run('c.json', '{ "definitions": [{ "code_tag": "a b" }] }')
    expect([isSound, text]).toEqual([false, expect.stringContaining('c.json:1: error: must be 1 to 64 letters, digits, "_" or "-" [import]')])
    expect((await run('d.json', '{ not json')).isSound).toBe(false)
    expect(await checkFiles([join(folder, 'absent.yaml')], {}, () => {})).toBe(false)
  })

  test('finds no error in the demonstration forms', async () => {
    const files = ['biblioteca-lume', 'circolo-faro', 'comune-aurora', 'fondo-salute', 'gallery', 'iscrizioni-nido', 'sondaggio'].map((name) =>
      join(DEMO, `${name}.yaml`),
    )
    expect(await checkFiles(files, {}, () => {})).toBe(true)
  })

  test('fails with a message about missing files or unknown formats', async () => {
    await expect(checkFiles([], {}, () => {})).rejects.toThrow(CheckRejected)
    await expect(checkFiles(['a'], { format: 'pdf' }, () => {})).rejects.toThrow('check knows the formats text, json, sarif')
  })

  test('tries every path through the form if requested, and reports fields whose answers cannot be submitted', async () => {
    const question = (more: object) => ({
      type: 'PROPERTY',
      ordering: 1,
      required: true,
      ...more,
      value: { property_code: 'age', property_description: 'Age', default_value: { input_type: 'int', min: 3 } },
    })
    const bundle = (more: object) => ({
      definitions: [
        {
          code_tag: 'sport',
          tag_description: 'Sport',
          form_params: { auth_type: ['FREE'] },
          children: [{ code_tag: 'go', tag_description: 'Go', form_fields: [question(more)] }],
        },
      ],
    })
    const sound = await run('walked.yaml', stringify(bundle({})), { walk: true })
    expect(sound.text).toContain('sport: 2 steps, 1 paths, 4 requests tried, 2 accepted, others refused by numero_min 1, campo_richiesto 1')
    expect(sound.isSound).toBe(true)
    const locked = await run('locked.yaml', stringify(bundle({ readonly: 'LOCKED' })), { walk: true })
    expect(locked.text).toMatch(/locked\.yaml:\d+: error: A request with valid answers is refused because of “Age”\. \[walk\]/)
    expect(locked.isSound).toBe(false)
    expect(await run('unwalked.yaml', stringify(bundle({}))).then(({ text }) => text)).not.toContain('paths')
  })
})
