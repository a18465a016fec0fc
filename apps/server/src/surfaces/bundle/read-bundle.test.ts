import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PNG } from '../../../test/send.ts'
import { readBundle, readBundleFile } from './read-bundle.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sportello-bundle-'))
  await writeFile(join(folder, 'logo.png'), PNG)
  await writeFile(join(folder, 'logo.svg'), '<svg/>')
  await writeFile(join(folder, 'big.png'), Buffer.concat([PNG, Buffer.alloc(512 * 1024)]))
})
afterAll(() => rm(folder, { recursive: true }))

const question = (default_value: Record<string, unknown>) => ({
  type: 'PROPERTY',
  ordering: 1,
  value: { property_code: 'p', property_description: 'P', default_value },
})
const definition = (more: Record<string, unknown> = {}) => ({ code_tag: 'd', tag_description: 'D', ...more })
const withField = (field: Record<string, unknown>) => ({ definitions: [definition({ form_fields: [field] })] })
const TEXT = { input_type: 'text' }
const furtherField = (...fields: [code: string, default_value: object][]) => {
  const asked = fields.map(([property_code, default_value]) => ({ property: { property_code, property_description: 'P', default_value } }))
  return { type: 'FURTHER_QUESTIONS', ordering: 1, value: { text: 'More?', fields: asked } }
}
const withFurther = (...fields: [code: string, default_value: object][]) => withField(furtherField(...fields))
const FURTHER = '/definitions/0/form_fields/0/value/fields'
const withAsset = (asset: Record<string, unknown>) => ({ assets: [{ kind: 'logo', name: 'a', ...asset }] })
const dataUrl = (content: Buffer | string, type = 'image/png') => `data:${type};base64,${Buffer.from(content as string).toString('base64')}`
const deep = (levels: number): Record<string, unknown> => ({ code_tag: `t${levels}`, tag_description: 'x', children: levels === 0 ? [] : [deep(levels - 1)] })
const faultsOf = async (document: unknown) => (await readBundle(document, folder)).faults.map((fault) => fault.pointer)

describe('readBundle reports, with JSON Pointers,', () => {
  test.each<[why: string, document: unknown, pointers: string[]]>([
    ['an unknown key at the top', { forms: [], form: [] }, ['/form']],
    ['several unknown keys', { a: 1, b: 2 }, ['/a', '/b']],
    [
      'an unknown key deep inside',
      { definitions: [definition({ children: [{ code_tag: 'c', tag_description: 'C', colour: 'red' }] })] },
      ['/definitions/0/children/0/colour'],
    ],
    ['an unknown key with characters that a pointer escapes', { 'a/b~c': 1 }, ['/a~1b~0c']],
    ['an unknown setting of an input', withField(question({ input_type: 'text', maximum: 5 })), ['/definitions/0/form_fields/0/value/default_value/maximum']],
    ['an unknown input', withField(question({ input_type: 'colour' })), ['/definitions/0/form_fields/0/value/default_value/input_type']],
    ['an unknown kind of field', withField({ type: 'VIDEO', ordering: 1, value: '' }), ['/definitions/0/form_fields/0/type']],
    ['a select without options', withField(question({ input_type: 'select', options: [] })), ['/definitions/0/form_fields/0/value/default_value/options']],
    ...(['javascript:alert(1)', 'data:text/html,x', '/admin', ''] as const).map((url): [string, unknown, string[]] => [
      `a header button that leads to "${url}"`,
      withField({ type: 'HTML_HEADER_BUTTON', ordering: 1, value: { url, title: 'A' } }),
      ['/definitions/0/form_fields/0/value/url'],
    ]),
    [
      'an unknown key of a footer, deep inside',
      withField({ type: 'FOOTER', ordering: 1, value: { colonne: [{ nomeColonna: 'A', elems: [{ textElem: 'a', href: 'b' }] }] } }),
      ['/definitions/0/form_fields/0/value/colonne/0/elems/0/href'],
    ],
    ['a confirmation without a title', withField({ type: 'CONFIRM_MODAL', ordering: 1, value: { text: 'a' } }), ['/definitions/0/form_fields/0/value/title']],
    [
      'a token login with an unknown input type',
      withField({
        type: 'TOKEN_LOGIN',
        ordering: 1,
        value: { fields: [{ property_code: 'p', property_description: 'P', default_value: { input_type: 'x' } }] },
      }),
      ['/definitions/0/form_fields/0/value/fields/0/default_value/input_type'],
    ],
    ['further questions that ask for a file', withFurther(['a', { input_type: 'file' }]), [`${FURTHER}/0/property/default_value/input_type`]],
    [
      'a further question with a bad pattern',
      withFurther(['a', { input_type: 'text', validation_mask: '(?=a)' }]),
      [`${FURTHER}/0/property/default_value/validation_mask`],
    ],
    ['a duplicate further question', withFurther(['a', TEXT], ['a', TEXT]), [`${FURTHER}/1/property/property_code`]],
    [
      'a further question that its step also asks',
      { definitions: [definition({ form_fields: [furtherField(['p', TEXT]), question(TEXT)] })] },
      [`${FURTHER}/0/property/property_code`],
    ],
    [
      'a further question that a parent step asks',
      { definitions: [definition({ form_fields: [question(TEXT)], children: [definition({ code_tag: 'c', form_fields: [furtherField(['p', TEXT])] })] })] },
      [`/definitions/0/children/0${FURTHER.slice('/definitions/0'.length)}/0/property/property_code`],
    ],
    [
      'two FURTHER_QUESTIONS in one step',
      { definitions: [definition({ form_fields: [furtherField(), furtherField()] })] },
      ['/definitions/0/form_fields/1/type'],
    ],
    [
      'an invalid pattern of a token login',
      withField({ type: 'TOKEN_LOGIN', ordering: 1, value: { fields: [question({ input_type: 'text', validation: ['a', '(?=a)'] }).value] } }),
      ['/definitions/0/form_fields/0/value/fields/0/default_value/validation'],
    ],
    ['an invalid code', { definitions: [definition({ code_tag: 'a b' })] }, ['/definitions/0/code_tag']],
    [
      'the code __proto__',
      withField({
        ...question({ input_type: 'text' }),
        value: { property_code: '__proto__', property_description: 'P', default_value: { input_type: 'text' } },
      }),
      ['/definitions/0/form_fields/0/value/property_code'],
    ],
    ['a reserved code', { forms: [{ code_form: 'admin', code_tag: 'd' }] }, ['/forms/0/code_form']],
    ['a duplicate tag', { definitions: [definition({ children: [{ code_tag: 'd', tag_description: 'x' }] })] }, ['/definitions/0/children/0/code_tag']],
    [
      'a duplicate tag in different branches',
      {
        definitions: [
          definition({
            children: [
              { code_tag: 'a', tag_description: 'x' },
              { code_tag: 'b', tag_description: 'x', children: [{ code_tag: 'a', tag_description: 'x' }] },
            ],
          }),
        ],
      },
      ['/definitions/0/children/1/children/0/code_tag'],
    ],
    ['a duplicate definition', { definitions: [definition(), definition()] }, ['/definitions/1/code_tag']],
    [
      'a duplicate form',
      {
        forms: [
          { code_form: 'f', code_tag: 'd' },
          { code_form: 'f', code_tag: 'd' },
        ],
      },
      ['/forms/1/code_form'],
    ],
    [
      'a duplicate setting',
      {
        settings: [
          { code: 'a', value: '1' },
          { code: 'a', value: '2' },
        ],
      },
      ['/settings/1/code'],
    ],
    [
      'the same mapping on two forms',
      {
        forms: [
          { code_form: 'f', code_tag: 'd', mappings: [{ client: 'A', sub_client: 'b' }] },
          { code_form: 'g', code_tag: 'd', mappings: [{ client: 'x' }, { client: 'a', sub_client: 'B' }] },
        ],
      },
      ['/forms/1/mappings/1'],
    ],
    [
      'a pattern with a lookahead',
      withField(question({ input_type: 'text', validation_mask: '(?=a)b' })),
      ['/definitions/0/form_fields/0/value/default_value/validation_mask'],
    ],
    [
      'a pattern with a lookbehind',
      withField(question({ input_type: 'text', validation: '(?<=a)b' })),
      ['/definitions/0/form_fields/0/value/default_value/validation'],
    ],
    [
      'a pattern with a backreference',
      withField(question({ input_type: 'text', validation: ['a', '(a)\\1'] })),
      ['/definitions/0/form_fields/0/value/default_value/validation'],
    ],
    [
      'a malformed pattern',
      withField(question({ input_type: 'text', validation_mask: '[a' })),
      ['/definitions/0/form_fields/0/value/default_value/validation_mask'],
    ],
    [
      'a pattern with an excessive repetition',
      withField(question({ input_type: 'text', validation_mask: '((a{1000}){1000}){1000}' })),
      ['/definitions/0/form_fields/0/value/default_value/validation_mask'],
    ],
    ['a summary that does not parse', withField({ type: 'HTML_SUMMARY', ordering: 1, value: '{% if a %}' }), ['/definitions/0/form_fields/0/value']],
    ['a summary with an unknown filter', withField({ type: 'HTML_SUMMARY', ordering: 1, value: '{{ a | nothing }}' }), ['/definitions/0/form_fields/0/value']],
    ['a mail whose subject does not parse', { templates: [{ name: 'm', lang_code: 'it', subject: '{{ a', html: 'x' }] }, ['/templates/0/subject']],
    ['a mail whose text does not parse', { templates: [{ name: 'm', lang_code: 'it', subject: 'x', html: '{% for %}' }] }, ['/templates/0/html']],
    ['an absent file', withAsset({ file: 'nothing.png' }), ['/assets/0/file']],
    ['an SVG as logo', withAsset({ file: 'logo.svg' }), ['/assets/0/file']],
    ['an SVG data URL as logo', withAsset({ data_url: dataUrl('<svg/>', 'image/svg+xml') }), ['/assets/0/data_url']],
    ['an SVG declared as PNG', withAsset({ data_url: dataUrl('<svg/>') }), ['/assets/0/data_url']],
    ['a WAV file declared as WebP', withAsset({ data_url: dataUrl('RIFF\x24\0\0\0WAVEfmt ', 'image/webp') }), ['/assets/0/data_url']],
    ['HTML as logo', withAsset({ data_url: 'data:text/html;base64,PGh0bWw+' }), ['/assets/0/data_url']],
    ['a data URL that is not base64', withAsset({ data_url: 'data:image/png,abc' }), ['/assets/0/data_url']],
    ['a logo larger than 512 KB', withAsset({ file: 'big.png' }), ['/assets/0/file']],
    ['a logo without content', withAsset({}), ['/assets/0']],
    ['texts that are a list', { assets: [{ kind: 'custom_loc_strings', name: 'a', data_url: dataUrl('["x"]', 'application/json') }] }, ['/assets/0/data_url']],
    ['texts that are not JSON', { assets: [{ kind: 'custom_loc_strings', name: 'a', data_url: dataUrl('x', 'application/json') }] }, ['/assets/0/data_url']],
    [
      'an e-mail field with another input type',
      withField({ ...question({ input_type: 'text' }), type: 'EMAIL' }),
      ['/definitions/0/form_fields/0/value/default_value/input_type'],
    ],
    ['a tree of 22 levels', { definitions: [deep(21)] }, [`/definitions/0${'/children/0'.repeat(21)}`]],
    ['a NUL character', { settings: [{ code: 'a', value: 'a\0b' }] }, ['']],
    ['half a surrogate pair', { settings: [{ code: 'a', value: '\ud83d' }] }, ['']],
    ['a list', [], ['']],
    ['nothing', null, ['']],
  ])('%s', async (_why, document, pointers) => {
    expect(await faultsOf(document)).toEqual(pointers)
  })

  test('all errors of a bundle at once', async () => {
    const faults = await faultsOf({
      definitions: [definition({ form_fields: [question({ input_type: 'text', validation_mask: '(' })] }), definition()],
      assets: [{ kind: 'logo', name: 'a', file: 'nothing.png' }],
    })
    expect(faults).toEqual(['/definitions/0/form_fields/0/value/default_value/validation_mask', '/definitions/1/code_tag', '/assets/0/file'])
  })
})

describe('readBundle accepts', () => {
  test('an asset that names a file, and converts the file to a data URL', async () => {
    const { bundle } = await readBundle(withAsset({ file: 'logo.png' }), folder)
    expect(bundle?.assets).toEqual([{ kind: 'logo', name: 'a', data_url: dataUrl(PNG) }])
  })

  test('an empty bundle, and the same content whether it is written as YAML or as JSON', async () => {
    await writeFile(join(folder, 'a.yaml'), 'settings:\n  - {code: a, value: "1"}\n')
    await writeFile(join(folder, 'a.json'), '{"settings":[{"code":"a","value":"1"}]}')
    const [yaml, json] = [await readBundleFile(join(folder, 'a.yaml')), await readBundleFile(join(folder, 'a.json'))]
    expect(yaml.bundle?.settings).toEqual([{ code: 'a', value: '1' }])
    expect(json).toEqual(yaml)
    expect((await readBundle({}, folder)).faults).toEqual([])
  })

  test.each<[name: string, content: string]>([
    ['broken.json', '{'],
    ['broken.yaml', 'a: [b'],
    [
      'bomb.yaml',
      `a: &a [${'x,'.repeat(9)}x]\n${'bcdefghij'
        .split('')
        .map((key, at) => `${key}: &${key} [${`*${'abcdefghij'[at]},`.repeat(10)}]`)
        .join('\n')}\n`,
    ],
    ['missing.yaml', ''],
  ])('no part of the unreadable file %s', async (name, content) => {
    if (content !== '') await writeFile(join(folder, name), content)
    const { bundle, faults } = await readBundleFile(join(folder, name))
    expect(bundle).toBeNull()
    expect(faults.length).toBeGreaterThan(0)
    expect(faults[0]?.message).not.toBe('')
  })

  test('a tree of steps with 20 levels', async () => {
    expect(await faultsOf({ definitions: [deep(20)] })).toEqual([])
  })
})
