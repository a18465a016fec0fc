import fc from 'fast-check'
import { test } from 'vitest'
import { ImportRejected, importFormIo, importOutline, importSurveyJs, importXlsForm } from '../src/index.ts'
import { assertSendable, assertValid } from './summary.ts'
import { xlsx } from './xlsx.ts'

/** Throws an error, unless the import returns a valid definition or rejects the form with a code. */
function checkImport(run: () => ReturnType<typeof importOutline>): void {
  try {
    const { definition } = run()
    assertValid(definition)
    assertSendable(definition)
  } catch (error) {
    if (!(error instanceof ImportRejected)) throw error
  }
}

const RUNS = { numRuns: 300 }
const name = fc.constantFrom('a', 'b', 'kind', 'full name', '', '__proto__', 'constructor', 'è', 'x'.repeat(100))
/** Returns a reference to a question in XLSForm syntax. */
const ref = (question: string) => ['$', '{', question, '}'].join('')
const words = fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('Titolo', '{a}', ref('a'), '\ud800', ' '))
const text = fc.oneof(words, fc.record({ default: words, it: words, de: words, xx: words }, { requiredKeys: [] }))
const noise = fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) })
const number = fc.oneof(fc.integer({ min: -5, max: 30 }), fc.double(), fc.constantFrom('3', 'x', null))
const pattern = fc.constantFrom('^a+$', '[', '(?=a)b', 'a|b', '^a|b$', '\\u00e8+', '(a)\\1', '', 'a\ud800')
const choices = fc.oneof(fc.array(fc.oneof(words, number, fc.record({ value: fc.oneof(words, number), text, label: words })), { maxLength: 4 }), noise)
const condition = fc.constantFrom(undefined, undefined, "{kind} = 'p'", "{kind} anyof ['p', 'q']", '{a} > 3', "{kind} = 'q' or {kind} = 'r'")
const decision = { type: 'radiogroup', name: 'kind', choices: ['p', 'q', 'r'] }

const SURVEY_TYPES = [
  'text',
  'comment',
  'radiogroup',
  'checkbox',
  'dropdown',
  'boolean',
  'rating',
  'ranking',
  'matrix',
  'matrixdropdown',
  'matrixdynamic',
  'multipletext',
  'file',
  'html',
  'signaturepad',
  'expression',
  'imagepicker',
  'slider',
  'x',
]
const surveyElement = fc.letrec<{ element: unknown }>((tie) => ({
  element: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    fc.constant(decision),
    fc.record(
      {
        type: fc.constantFrom(...SURVEY_TYPES),
        name,
        title: fc.oneof(text, noise),
        inputType: fc.constantFrom('number', 'date', 'email', 'tel', 'datetime-local', 'color'),
        isRequired: fc.boolean(),
        visibleIf: condition,
        choices,
        columns: choices,
        rows: choices,
        items: fc.array(fc.record({ name, title: text }), { maxLength: 2 }),
        min: number,
        max: number,
        maxLength: number,
        rateMin: number,
        rateMax: number,
        rateStep: number,
        html: text,
        acceptedTypes: words,
        placeholder: text,
        defaultValue: fc.oneof(words, number, fc.array(words, { maxLength: 2 })),
        validators: fc.array(
          fc.record({ type: fc.constantFrom('regex', 'email', 'numeric', 'text'), regex: pattern, minLength: number, maxLength: number, minValue: number }),
          { maxLength: 2 },
        ),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      {
        type: fc.constantFrom('panel', 'paneldynamic'),
        name,
        title: text,
        visibleIf: condition,
        elements: fc.array(tie('element'), { maxLength: 4 }),
        templateElements: fc.array(tie('element'), { maxLength: 2 }),
      },
      { requiredKeys: ['type'] },
    ),
  ),
})).element
const survey = fc.record(
  {
    title: fc.oneof(text, noise),
    description: text,
    locale: fc.constantFrom('it', 'de', 'xx', ''),
    pages: fc.array(
      fc.record({ name, title: text, visibleIf: condition, elements: fc.array(surveyElement, { maxLength: 5 }) }, { requiredKeys: ['elements'] }),
      { maxLength: 6 },
    ),
  },
  { requiredKeys: ['pages'] },
)

test('importSurveyJs creates a valid definition from every random form that it does not reject', () => {
  fc.assert(
    fc.property(survey, (form) => checkImport(() => importSurveyJs(form))),
    RUNS,
  )
})

const FORMIO_TYPES = [
  'textfield',
  'textarea',
  'number',
  'email',
  'phoneNumber',
  'checkbox',
  'selectboxes',
  'select',
  'radio',
  'datetime',
  'day',
  'time',
  'file',
  'content',
  'htmlelement',
  'survey',
  'signature',
  'hidden',
  'button',
  'x',
]
const shown = fc.constantFrom(
  undefined,
  { show: true, when: 'kind', eq: 'p' },
  { show: 'true', when: 'kind', eq: 'q' },
  { show: true, conjunction: 'any', conditions: [{ component: 'kind', operator: 'isEqual', value: 'r' }] },
  { show: false, when: 'a', eq: '1' },
  7,
)
const component = fc.letrec<{ component: unknown }>((tie) => ({
  component: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    fc.constant({ type: 'radio', key: 'kind', label: 'Kind', values: [{ value: 'p' }, { value: 'q', label: 'Q' }, { value: 'r' }] }),
    fc.record(
      {
        type: fc.constantFrom(...FORMIO_TYPES),
        key: fc.oneof(name, noise),
        label: fc.oneof(words, noise),
        values: choices,
        questions: choices,
        data: fc.oneof(fc.record({ values: choices }), noise),
        multiple: fc.boolean(),
        defaultValue: fc.oneof(words, number, noise),
        validate: fc.record(
          { required: fc.boolean(), min: number, max: number, minLength: number, maxLength: number, pattern, custom: words, maxSelectedCount: number },
          { requiredKeys: [] },
        ),
        conditional: shown,
        html: words,
        content: words,
        filePattern: words,
        fileMaxSize: fc.constantFrom('10MB', '0KB', 'x', 3),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      {
        type: fc.constantFrom('panel', 'fieldset', 'well', 'datagrid', 'tabs', 'columns', 'table'),
        key: name,
        title: words,
        conditional: shown,
        components: fc.array(tie('component'), { maxLength: 4 }),
        columns: fc.array(fc.record({ components: fc.array(tie('component'), { maxLength: 2 }) }), { maxLength: 2 }),
        rows: noise,
      },
      { requiredKeys: ['type', 'components'] },
    ),
  ),
})).component
const formIo = fc.record({ title: fc.oneof(words, noise), name, display: fc.constantFrom('form', 'wizard'), components: fc.array(component, { maxLength: 8 }) })

test('importFormIo creates a valid definition from every random form that it does not reject', () => {
  fc.assert(
    fc.property(formIo, (form) => checkImport(() => importFormIo(form))),
    RUNS,
  )
})

const XLS_TYPES = [
  'text',
  'integer',
  'decimal',
  'select_one l',
  'select_multiple l',
  'select_one kinds',
  'note',
  'date',
  'time',
  'datetime',
  'image',
  'acknowledge',
  'range',
  'calculate',
  'hidden',
  'rank l',
  'begin_group',
  'end_group',
  'begin repeat',
  'end repeat',
  'geopoint',
]
const row = fc.tuple(
  fc.constantFrom(...XLS_TYPES),
  name,
  words,
  words,
  fc.constantFrom('yes', '', 'x'),
  fc.constantFrom('', '', `${ref('kind')} = 'p'`, `selected(${ref('kind')}, 'q')`, `${ref('a')} > 1`),
  fc.constantFrom('', '. > 3', '. >= 1 and . < 9', "regex(., '^a$')", "regex(., '[')", '. <= today()', 'string-length(.) < 0'),
  fc.oneof(words, fc.integer({ min: 0, max: 99_999 }).map(String)),
)
const header = ['type', 'name', 'label', 'label::it', 'required', 'relevant', 'constraint', 'default']
const options = fc.array(fc.tuple(fc.constantFrom('l', 'l', 'm'), words, words), { maxLength: 5 })

test('importXlsForm creates a valid definition from every random form that it does not reject', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 15 }), options, fc.constantFrom('it', 'English', ''), (rows, list, language) => {
      const open = rows.filter(([type]) => type.startsWith('begin')).length - rows.filter(([type]) => type.startsWith('end')).length
      const closed = [...rows, ...Array.from({ length: Math.max(open, 0) }, () => ['end_group'])]
      const kinds = [
        ['kinds', 'p', 'P'],
        ['kinds', 'q', 'Q'],
      ]
      const first = ['select_one kinds', 'kind', 'Kind']
      checkImport(() =>
        importXlsForm(
          xlsx({
            survey: [header, first, ...closed],
            choices: [['list_name', 'name', 'label'], ...kinds, ...list],
            settings: [['default_language'], [language]],
          }),
        ),
      )
    }),
    RUNS,
  )
})

test('importOutline creates a valid definition from every random text that it does not reject', () => {
  const line = fc.tuple(fc.constantFrom('', '\t', '  ', '\t\t', '    '), fc.constantFrom('', '- ', '1. ', '1.2.3 ', 'a) ', '• '), words)
  fc.assert(
    fc.property(fc.array(line, { maxLength: 40 }), (lines) => checkImport(() => importOutline(lines.map((parts) => parts.join('')).join('\n')))),
    RUNS,
  )
})
