import { fileURLToPath } from 'node:url'
import { type FormField, furtherFieldsOf, isQuestion, walkTree } from '@sportello/contract'
import { type BlockType, blocks, type InputType, inputs } from '@sportello/fields'
import { expect, test } from 'vitest'
import { readBundleFile } from './read-bundle.ts'

const reading = await readBundleFile(fileURLToPath(new URL('../../../../../demo/gallery.yaml', import.meta.url)))
const steps = reading.bundle?.definitions.flatMap((definition) => [...walkTree(definition)].map(({ tag }) => tag)) ?? []
const fields = steps.flatMap((step) => step.form_fields)
const missing = (wanted: readonly string[], found: readonly string[]) => wanted.filter((each) => !found.includes(each))
const inputTypesOf = (code: string) =>
  steps
    .find((step) => step.code_tag === code)
    ?.form_fields.filter(isQuestion)
    .map((field) => field.value.default_value.input_type)

test('the demonstration gallery is a valid bundle', () => expect(reading.faults).toEqual([]))

test.each(['vuoti', 'obbligatori', 'compilati', 'bloccati'])('the step "%s" of the demonstration gallery contains every input type', (code) => {
  expect(missing(Object.keys(inputs) satisfies string[] as InputType[], inputTypesOf(code) ?? [])).toEqual([])
})

test('the demonstration gallery contains every information block', () => {
  const types = fields.map((field) => field.type)
  expect(missing([...(Object.keys(blocks) as BlockType[]), 'EMAIL', 'FURTHER_QUESTIONS'], types)).toEqual([])
})

test('the demonstration gallery contains each variant of alerts, terms, hidden fields and further questions', () => {
  const valuesOf = <T extends FormField['type']>(type: T) =>
    fields.filter((field) => field.type === type).map((field) => field.value) as Extract<FormField, { type: T }>['value'][]
  expect(
    missing(
      ['info', 'success', 'warning', 'danger'],
      valuesOf('ALERT').map(({ variant }) => variant),
    ),
  ).toEqual([])
  expect(
    missing(
      ['button', 'link'],
      valuesOf('TERMS_CONDITIONS').map(({ shown_as: as }) => as ?? ''),
    ),
  ).toEqual([])
  expect(fields.some((field) => isQuestion(field) && field.hidden)).toBe(true)
  expect(steps.some((step) => furtherFieldsOf(step).length > 0)).toBe(true)
})
