import type { Bundle } from '@sportello/contract'
import { withIds } from '@sportello/editing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IMPORT_CONFIG } from '../../../test/import-config.ts'
import { cloneDatabase } from '../../../test/test-server.ts'
import { exportBundle } from './export-bundle.ts'
import { importBundle } from './import-bundle.ts'
import { readBundle } from './read-bundle.ts'

let clone: Awaited<ReturnType<typeof cloneDatabase>>
beforeAll(async () => {
  clone = await cloneDatabase()
})
afterAll(() => clone.drop())

const byCode = (a: string, b: string) => (a < b ? -1 : 1)
// The rule for codes refuses the name of the prototype.
const code = fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/).filter((text) => text !== '__proto__')
/**
 * Generates random texts that the database can store, with characters outside the basic plane, quotes, and HTML and
 * Liquid syntax.
 */
const text = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).filter((value) => !value.includes('\0')),
  fc.constantFrom('<b>&"\'', '{{ x }}', '😀', '\\u0000', 'a\r\nb'),
)
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
/**
 * Generates JSON values without characters in keys that JSON must escape. After an object with the key `\\`, the
 * JSON.parse of V8 13 and 14 can read such a key as `\\` (https://github.com/nodejs/node/issues/63785).
 */
const json = (constraints?: fc.JsonSharedConstraints) =>
  fc.jsonValue({ maxDepth: 2, ...constraints }).filter((value) => !/"(\\.|[^"\\])*\\.[^"]*":/.test(JSON.stringify(value)))

const settings = fc.oneof(
  fc.record({
    input_type: fc.constantFrom('text', 'textarea'),
    max_len: optional(fc.integer({ min: 1, max: 9_999 })),
    placeholder: optional(text),
    validation: optional(fc.constantFrom('[a-z]+', ['a', 'b'])),
  }),
  fc.record({
    input_type: fc.constantFrom('int', 'numeric'),
    min: optional(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }).map((value) => value + 0)),
  }),
  fc.record({ input_type: fc.constant('select'), options: fc.array(fc.record({ key: text, value: text }), { minLength: 1, maxLength: 3 }) }),
  fc.record({
    input_type: fc.constant('date'),
    relative_max_period: optional(fc.constantFrom('days', 'months')),
    relative_max_value: optional(fc.integer({ min: -99, max: 99 })),
  }),
  fc.record({
    input_type: fc.constant('file'),
    multiple: optional(fc.boolean()),
    file_type: optional(fc.array(fc.constantFrom('pdf', 'image/*'), { maxLength: 2 })),
  }),
  fc.record({ input_type: fc.constant('boolean'), default: optional(fc.boolean()) }),
)
const question = fc.record({
  type: fc.constant('PROPERTY'),
  ordering: fc.integer({ min: -9, max: 99 }),
  required: optional(fc.boolean()),
  hidden: optional(fc.boolean()),
  title: optional(text),
  value: fc.record({ property_code: code, property_description: text, font_case: optional(fc.constantFrom('upper', 'lower')), default_value: settings }),
})
const html = fc.record({
  type: fc.constant('HTML'),
  ordering: fc.nat(99),
  value: fc.constantFrom('<p>plain</p>', '<h2>a</h2><ul><li>b</li></ul>', 'only text'),
})
const faq = fc.record({
  type: fc.constant('FAQ'),
  ordering: fc.nat(99),
  value: fc.array(fc.record({ question: text, answer: fc.constant('<p>a</p>') }), { minLength: 1, maxLength: 2 }),
})
const fields = fc.array(fc.oneof(question, html, faq), { maxLength: 4 })

const { tag } = fc.letrec((tie) => ({
  tag: fc.record({
    code_tag: code,
    tag_description: text,
    description: optional(text),
    disabled: optional(fc.boolean()),
    form_fields: fields,
    children: fc.oneof({ depthSize: 'small', withCrossShrink: true }, fc.constant([]), fc.array(tie('tag'), { maxLength: 3 })),
  }),
}))
const params = fc.record({
  form_title: optional(text),
  ticket_prefix: optional(fc.constantFrom('A-', 'B-')),
  max_requests: optional(fc.integer({ min: 1, max: 9 })),
  own: optional(json({ noUnicodeString: false }).filter((value) => !JSON.stringify(value).match(/\\u0000|\\ud|__proto__|-0[,\]}]|^-0$/i))),
})

type Tree = { code_tag: string; children: Tree[] }
/** Gives each step of a form definition a code that is unique within the definition. */
function renumber(tree: Tree, prefix: string): Tree {
  return { ...tree, code_tag: prefix, children: tree.children.map((child, at) => renumber(child, `${prefix.slice(0, 40)}-${at}`)) }
}

const document = fc
  .record({
    trees: fc.array(fc.record({ tag_description: text, form_params: params, form_fields: fields, children: fc.array(tag, { maxLength: 3 }) }), {
      minLength: 1,
      maxLength: 3,
    }),
    forms: fc.uniqueArray(
      fc.record({
        code_form: code,
        description: text,
        client_url: text,
        active: fc.boolean(),
        params,
        survey_no_recompile: optional(fc.boolean()),
        clients: fc.nat(2),
      }),
      { selector: (form) => form.code_form, maxLength: 3 },
    ),
    settings: fc.uniqueArray(fc.record({ code: code, value: text }), { selector: (each) => each.code, maxLength: 3 }),
    templates: fc.uniqueArray(
      fc.record({
        name: code,
        lang_code: fc.constantFrom('it', 'en'),
        subject: fc.constantFrom('{{ ticket }}', 'x'),
        html: text.filter((value) => !/\{[{%]/.test(value)),
      }),
      { selector: (each) => `${each.name} ${each.lang_code}`, maxLength: 3 },
    ),
    tests: fc.uniqueArray(
      fc.record({
        name: code,
        input: fc.record({
          code_tag: code,
          form_fields: fc.dictionary(code, json()),
          further_questions: fc.constant(null),
          terms: fc.array(code, { maxLength: 2 }),
          files: fc.constant([]),
          known: fc.constant({}),
          today: fc.constant('2026-03-01'),
        }),
        expected: fc.record({
          path: fc.array(code, { maxLength: 2 }),
          refused: fc.constant([]),
          answers: fc.dictionary(code, json()),
          further: fc.constant(null),
          opens_ticket: fc.boolean(),
          summary: fc.option(text),
        }),
      }),
      { selector: ({ name }) => name, maxLength: 3 },
    ),
  })
  .map(({ trees, forms, tests, ...shared }) => ({
    definitions: trees.map((tree, at) => renumber({ ...tree, code_tag: '' } as unknown as Tree, `d${at}`)),
    forms: forms
      .filter((form) => !['admin', 'notfound', 'unauthorized', 'assets', 'health', 'metrics'].includes(form.code_form))
      .map(({ clients, ...form }, at) => ({
        ...form,
        code_tag: `d${at % trees.length}`,
        mappings: Array.from({ length: clients }, (_, n) => ({ client: `client-${at}-${n}` })),
      })),
    tests: tests.map((each) => ({ ...each, code_tag: 'd0' })),
    ...shared,
  }))

/** Sorts the entries of a bundle in the order in which an export contains them. */
function sorted(bundle: Bundle): Bundle {
  return {
    ...bundle,
    definitions: bundle.definitions.toSorted((a, b) => byCode(a.code_tag, b.code_tag)),
    forms: bundle.forms.toSorted((a, b) => byCode(a.code_form, b.code_form)),
    settings: bundle.settings.toSorted((a, b) => byCode(a.code, b.code)),
    templates: bundle.templates.toSorted((a, b) => byCode(`${a.name}\0${a.lang_code}`, `${b.name}\0${b.lang_code}`)),
  }
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

test('an export reproduces the imported bundle with ids added, and importing the export or the original bundle again changes nothing', async () => {
  const { owner, kysely } = clone.database
  await fc.assert(
    fc.asyncProperty(document, async (generated) => {
      await owner.query(
        'alter table definition_versions disable trigger user; truncate definitions, definition_versions, customers, mappings, settings, mail_templates, assets, integrations, form_tests cascade; alter table definition_versions enable trigger user',
      )
      const { bundle, faults } = await readBundle(plain(generated), '.')
      expect(faults).toEqual([])
      if (!bundle) return
      const lines = await importBundle(kysely, bundle, IMPORT_CONFIG)
      expect(lines.every(({ change }) => change === 'added')).toBe(true)
      const exported = await exportBundle(kysely, [])
      const { accounts: _accounts, tokens: _tokens, ...shown } = sorted(bundle)
      expect(plain(exported)).toEqual(plain({ ...shown, definitions: shown.definitions.map((each) => withIds(each)) }))
      const again = await readBundle(plain(exported), '.')
      expect(again.faults).toEqual([])
      const second = again.bundle ? await importBundle(kysely, again.bundle, IMPORT_CONFIG) : []
      expect(second.filter(({ change }) => change !== 'left')).toEqual([])
      expect((await importBundle(kysely, bundle, IMPORT_CONFIG)).filter(({ change }) => change !== 'left')).toEqual([])
      expect(await exportBundle(kysely, [])).toEqual(exported)
    }),
    { numRuns: 60 },
  )
}, 60_000)
