import { checkRequest, effectiveAnswers, isQuestion, questionsOf, type TagView } from '@sportello/contract'
import { formField } from '@sportello/contract/schemas'
import { type InputType, TEXT_FORMATS } from '@sportello/fields'
import fc from 'fast-check'
import { RE2JS } from 're2js'
import { describe, expect, test } from 'vitest'
import { answersOf, faultsOf } from './visitor/features/wizard/answers.ts'

/**
 * Number of generated test cases. It is large enough to reach every limit from both sides, and small enough to run in a
 * few seconds.
 */
const RUNS = Number(process.env.AGREEMENT_RUNS ?? 100_000)
/**
 * Seed of the test case generator. It is fixed, so that every run tests the same cases; the environment variable
 * AGREEMENT_SEED overrides it.
 */
const SEED = Number(process.env.AGREEMENT_SEED ?? 2026)

const key = fc.constantFrom('a', 'b', '0', 'constructor', 'è')
const options = fc.uniqueArray(key, { minLength: 1, maxLength: 4 }).map((keys) => keys.map((each) => ({ key: each, value: `Voce ${each}` })))
const listOrMap = fc.oneof(
  options,
  options.map((list) => Object.fromEntries(list.map((each) => [each.value, each.key]))),
)
const small = fc.integer({ min: -3, max: 6 })
const length = fc.integer({ min: 1, max: 6 })
const pattern = fc.constantFrom('[a-z]+', '\\d{2}', '[A-Z]*', '.{2,3}', '(?:a|b)+')
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const period = fc.constantFrom('days', 'weeks', 'months', 'years')
const lengths = { min_len: maybe(length), max_len: maybe(length), validation_mask: maybe(pattern), validation: maybe(fc.array(pattern, { maxLength: 2 })) }
const bounds = { min: maybe(small), max: maybe(small) }

/** Generators of question settings for each input type. The test does not compile if an input type is missing. */
const settings: { [T in InputType]: Record<string, fc.Arbitrary<unknown>> } = {
  text: { ...lengths, text_format: maybe(fc.constantFrom(...TEXT_FORMATS)), default: maybe(fc.string({ maxLength: 4 })) },
  textarea: lengths,
  email: lengths,
  int: { ...bounds, default: maybe(small) },
  numeric: bounds,
  boolean: { default: maybe(fc.boolean()) },
  select: { options: listOrMap, default: maybe(key) },
  select_data_source: { options: listOrMap, service_code: maybe(fc.constant('service')), elementsType: maybe(fc.constant('restCall')), default: maybe(key) },
  date: {
    format: maybe(fc.constantFrom('DD/MM/YYYY', 'YYYY-MM-DD', 'MM/DD/YYYY')),
    separator: maybe(fc.constantFrom('.', '-', '/')),
    time: maybe(fc.boolean()),
    min: maybe(fc.constantFrom('2026-01-01', '2026-03-09')),
    max: maybe(fc.constantFrom('2026-12-31', '2026-03-11')),
    relative_min_period: maybe(period),
    relative_min_value: maybe(small),
    relative_max_period: maybe(period),
    relative_max_value: maybe(small),
  },
  file: { multiple: maybe(fc.boolean()), file_type: maybe(fc.constant(['pdf', 'image/*'])), max_size: maybe(fc.constantFrom(1, 2)) },
  multi_checkbox: { checkboxes: options, max_selected: maybe(fc.integer({ min: 1, max: 3 })) },
  slider: { items: options },
  array: { elementsType: fc.constantFrom('number', 'text'), nelementsmin: maybe(length), nelementsmax: maybe(length), ...lengths, ...bounds },
  codfis: { name: maybe(fc.constant('other')), surname: maybe(fc.constant('other')), birthplace: maybe(fc.constant('other')) },
}

/** Generator of values that a visitor may enter in a control, both plausible and invalid. */
const shown = fc.oneof(
  { weight: 4, arbitrary: fc.string({ maxLength: 6 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '10/03/2026',
      '2026-03-10',
      '10.03.2026 09:05',
      '12,5',
      ' 7 ',
      '-3',
      'a@b.it',
      'RSSMRA85T10A562S',
      'rssmra85t10a562s',
      'it60 x054 2811 1010 0000 0123 456',
      '+39 06 123',
      'example.org',
    ),
  },
  { weight: 2, arbitrary: key },
  { weight: 2, arbitrary: fc.array(fc.oneof(key, fc.string({ maxLength: 4 }), fc.constantFrom('1', '2,5', ' ')), { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.boolean() },
  { weight: 1, arbitrary: fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })) },
)
const known = fc.dictionary(
  fc.constantFrom('nome', 'email'),
  fc.oneof(fc.string({ maxLength: 5 }), fc.integer(), fc.boolean(), fc.array(fc.string(), { maxLength: 2 })),
  {
    maxKeys: 2,
  },
)
const files = fc.array(fc.record({ name: fc.constantFrom('a.pdf', 'b.png', 'c.exe'), size: fc.constantFrom(0, 1024, 1025, 3000), type: fc.constant('') }), {
  maxLength: 3,
})

const field = fc.constantFrom(...(Object.keys(settings) as InputType[])).chain((type) =>
  fc.record({
    type: fc.constant('PROPERTY'),
    ordering: fc.constant(1),
    required: maybe(fc.boolean()),
    readonly: maybe(fc.constantFrom('LOCKED', 'unlocked', 'EDITABLE')),
    mapping: maybe(fc.constantFrom('nome', 'email')),
    value: fc.record({
      property_code: fc.constant('asked'),
      property_description: fc.constant('Asked'),
      font_case: maybe(fc.constantFrom('upper', 'lower', 'default')),
      default_value: fc.record(settings[type]).map((each) => ({ input_type: type, ...each })),
    }),
  }),
)

/**
 * Another question, with whose answer a tax code is compared. It is either visible, or hidden and filled from known
 * data about the visitor.
 */
const OTHER = { type: 'PROPERTY', ordering: 0, value: { property_code: 'other', property_description: 'Other', default_value: { input_type: 'text' } } }
const other = fc.constantFrom(OTHER, { ...OTHER, hidden: true, mapping: 'nome' })

const context = { today: '2026-03-10', matches: (source: string, value: string) => RE2JS.matches(source, value), placeCodes: () => ['A562'] }

describe('validation of answers in the browser and on the server', () => {
  test('gives the same result for every answer with generated settings, values and known data', () => {
    fc.assert(
      fc.property(field, other, shown, shown, files, known, (raw, beside, value, typedBeside, chosen, person) => {
        const parsed = formField.safeParse(JSON.parse(JSON.stringify(raw)))
        fc.pre(parsed.success && isQuestion(parsed.data))
        if (!parsed.success || !isQuestion(parsed.data)) return
        const steps = [{ form_fields: [beside, parsed.data] } as unknown as TagView]
        const draft = {
          shown: { asked: value, other: typedBeside },
          files: { asked: chosen as unknown as readonly File[] },
          lostFiles: {},
          carried: new Set<string>(),
        }
        const told = faultsOf(steps, draft, 'it', context, person)
        const { answers, files: attached } = answersOf(steps, draft, 'it', person, context.today)
        // The answers as the server receives them (after JSON serialisation), with the known data about the visitor
        // added.
        const questions = questionsOf(steps)
        const received = JSON.parse(JSON.stringify(answers)) as Record<string, unknown>
        const taken = effectiveAnswers(questions, received, person)
        expect(checkRequest(questions, taken, attached, context)).toEqual(told)
        // Converting answers that are already in their stored form must not change them.
        expect(effectiveAnswers(questions, taken, person)).toEqual(taken)
      }),
      { numRuns: RUNS, seed: SEED },
    )
  }, 120_000)
})
