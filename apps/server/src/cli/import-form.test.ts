import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundle } from '@sportello/contract/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ruleFaults } from '../surfaces/bundle/rule-faults.ts'
import { FormNotImported, importForm } from './import-form.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sportello-import-form-'))
})
afterAll(() => rm(folder, { recursive: true }))

const SURVEY = JSON.stringify({
  title: 'Survey',
  elements: [
    { type: 'text', name: 'city', title: 'City', validators: [{ type: 'regex', regex: 'a|b' }] },
    { type: 'geo', name: 'where' },
  ],
})

/**
 * Runs the command `import-form` on a file with the given content.
 * @returns the bundle that the command writes, and the notes that the command shows
 */
async function run(content: string | Uint8Array, options: Parameters<typeof importForm>[1]) {
  const file = join(folder, `${crypto.randomUUID()}.txt`)
  await writeFile(file, content)
  const [written, notes]: [string[], string[]] = [[], []]
  await importForm([file], options, { write: (line) => written.push(line), warn: (line) => notes.push(line) })
  return { written, notes }
}

describe('importForm', () => {
  test('writes a bundle that the import accepts, and shows its notes about the conversion in English', async () => {
    const { written, notes } = await run(SURVEY, { as: 'surveyjs' })
    const read = bundle.parse(JSON.parse(written.join('\n')))
    expect([...ruleFaults(read)]).toEqual([])
    expect(read.definitions.map(({ code_tag, form_fields }) => [code_tag, form_fields.length])).toEqual([['survey', 1]])
    expect(notes).toEqual(['where: The type “geo” does not exist here: the element was left out.'])
  })

  test('writes only regular expressions that the server accepts, and reports the ones that it omits as too costly', async () => {
    const elements = Array.from({ length: 40 }, (_, at) => ({
      type: 'text',
      name: `q${at}`,
      validators: [{ type: 'regex', regex: `^(?:[a-z]{1,${at + 1}}){1,20}$` }],
    }))
    const { written, notes } = await run(JSON.stringify({ elements }), { as: 'surveyjs' })
    const read = bundle.parse(JSON.parse(written.join('\n')))
    expect([...ruleFaults(read)]).toEqual([])
    const left = notes.filter((note) => note.includes('regular expression')).length
    expect(left).toBeGreaterThan(5)
    expect(left).toBeLessThan(35)
  })

  test('shows its notes about the conversion in the language that LANG sets', async () => {
    const { notes } = await run(SURVEY, { as: 'surveyjs', lang: 'it_IT.UTF-8' })
    expect(notes).toEqual(['where: Il tipo «geo» non esiste qui: l’elemento è stato tralasciato.'])
  })

  test('writes the bundle to the file of --out with the code of --code, and never overwrites a file', async () => {
    const out = join(folder, 'bundle.json')
    const { written } = await run('One\n\tTwo\n', { as: 'outline', code: 'mine', out })
    expect(written).toEqual([`${out}: definition mine, 1 notes`])
    expect(JSON.parse(await readFile(out, 'utf8'))).toMatchObject({ definitions: [{ code_tag: 'mine', children: [{ code_tag: 'two' }] }] })
    await expect(run('Three', { as: 'outline', out })).rejects.toThrow(/EEXIST/)
  })

  test.each<[what: string, content: string, options: Parameters<typeof importForm>[1], message: RegExp]>([
    ['an unknown format', SURVEY, { as: 'toString' }, /needs one file and --as xlsform\|surveyjs\|formio\|outline$/],
    ['no format', SURVEY, {}, /--as/],
    ['a code with a space', SURVEY, { as: 'surveyjs', code: 'a b' }, /--code must be/],
    ['the code of a step', 'One\n\tTwo\n', { as: 'outline', code: 'two' }, /must not be the code of a step: two/],
    ['JSON that is cut off', '{', { as: 'surveyjs' }, /does not have the chosen format/],
    ['JSON of another product', '{}', { as: 'formio' }, /does not have the chosen format/],
    ['a text as .xlsx', 'type,name', { as: 'xlsform' }, /not a readable Excel workbook/],
    ['an empty outline', '\n', { as: 'outline' }, /nothing to import/],
    ['more than 8 MB', ' '.repeat(8_000_001), { as: 'formio' }, /too large: at most 8000000 bytes/],
  ])('rejects an import with %s', async (_what, content, options, message) => {
    const error: unknown = await run(content, options).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(FormNotImported)
    expect((error as Error).message).toMatch(message)
  })

  test('reports the name of a file that does not exist', async () => {
    const output = { write: () => {}, warn: () => {} }
    await expect(importForm([join(folder, 'none.json')], { as: 'formio' }, output)).rejects.toThrow(/no such file/)
  })
})
