import { readFileSync } from 'node:fs'
import { checkDefinition, variablesIn } from '@sportello/checks'
import type { Definition, FormField, FormTestInput, FormTestOutcome, Question, Surroundings, Tag } from '@sportello/contract'
import { definition as schema } from '@sportello/contract/schemas'
import { withIds } from '@sportello/editing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { outcomeOf } from './form-tests.ts'

const DEMO = new URL('../../../../../demo/', import.meta.url)

interface DemoTest {
  definition: string
  name: string
  input: FormTestInput
  expected: FormTestOutcome
}

const TESTS = readFileSync(new URL('recorded-tests.jsonl', DEMO), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as DemoTest)
const FILES = ['biblioteca-lume', 'circolo-faro', 'comune-aurora', 'fondo-salute', 'gallery', 'iscrizioni-nido', 'sondaggio']
const DEFINITIONS = new Map(
  FILES.flatMap((file) => (parse(readFileSync(new URL(`${file}.yaml`, DEMO), 'utf8')) as { definitions: object[] }).definitions)
    .map((each) => withIds(schema.parse(each)))
    .map((each) => [each.code_tag, each]),
)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Runs the recorded tests of a demonstration form on a document. @returns the names of the tests that fail */
async function failing(document: Definition): Promise<string[]> {
  const customer = await server.services.previews.ofDocument(document)
  const names: string[] = []
  // No test of a demonstration names a form, so the database is not read.
  for (const { name, input, expected } of TESTS.filter(({ definition }) => definition === document.code_tag))
    if (JSON.stringify(await outcomeOf(undefined as never, server.services, customer, input)) !== JSON.stringify(expected)) names.push(name)
  return names
}

test.each([...DEFINITIONS.keys()])('the recorded tests of the demonstration form %s have the expected results', async (code) => {
  expect(TESTS.filter(({ definition }) => definition === code).length).toBeGreaterThan(2)
  expect(await failing(DEFINITIONS.get(code) as Definition)).toEqual([])
})

/** The data sources and mail templates that the bundle of comune-aurora contains. */
const AURORA = parse(readFileSync(new URL('comune-aurora.yaml', DEMO), 'utf8')) as {
  integrations?: { service: string }[]
  templates?: { name: string; lang_code: string; subject: string; html: string }[]
}
const SURROUNDINGS: Surroundings = {
  today: '2026-03-02',
  services: (AURORA.integrations ?? []).map(({ service }) => service),
  templates: (AURORA.templates ?? []).map(({ name, lang_code, subject, html }) => ({
    name,
    lang_code,
    variables: [...variablesIn(subject), ...variablesIn(html)],
  })),
  files: { fileKb: 20_480, requestKb: 51_200 },
  retentionDays: 730,
}
const errorsIn = (document: Definition) => checkDefinition(document, SURROUNDINGS).filter(({ severity }) => severity === 'error').length

/** Returns a random number generator that yields the same numbers in every run (mulberry32). */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const EDITS = 200
/** Minimum number of edits that the checks or the recorded tests must detect. */
const STOPPED = 190

type QuestionField = FormField & { value: Question['property'] }

/**
 * Changes a definition in one place, so that visitors can no longer do something that they could do before.
 * @returns a
 * description of the change; null if the definition has no suitable place
 */
type Edit = (document: Definition, pick: <T>(all: readonly T[]) => T | undefined) => string | null

function stepsOf(document: Definition): { step: Tag; parent: { children: Tag[] } }[] {
  const below = (parent: { children: Tag[] }): { step: Tag; parent: { children: Tag[] } }[] =>
    parent.children.flatMap((step) => [{ step, parent }, ...below(step)])
  return below(document)
}

const questionsIn = (document: Definition) =>
  stepsOf(document).flatMap(({ step }) =>
    step.form_fields.flatMap((field) => (field.type === 'PROPERTY' && !field.hidden ? [{ step, field: field as unknown as QuestionField }] : [])),
  )

/** Settings that make a field reject every answer, or most answers. */
const tightened: Record<string, object> = {
  text: { validation: 'no such text' },
  textarea: { validation: 'no such text' },
  int: { min: 1_000_000_000 },
  numeric: { max: -1_000_000_000 },
  file: { max_size: 1, file_type: ['zip'] },
  date: { relative_max_period: 'years', relative_max_value: -200 },
  select: { options: [{ key: 'gone', value: 'Gone' }] },
  multi_checkbox: { checkboxes: [{ code: 'gone', label: 'Gone' }] },
}

const EDIT_KINDS: Edit[] = [
  (document, pick) => {
    const found = pick(stepsOf(document))
    if (!found) return null
    found.parent.children.splice(found.parent.children.indexOf(found.step), 1)
    return `step ${found.step.code_tag} deleted`
  },
  (document, pick) => {
    const found = pick(stepsOf(document))
    if (!found || found.step.disabled) return null
    found.step.disabled = true
    return `step ${found.step.code_tag} needs a sign-in`
  },
  (document, pick) => {
    const found = pick(stepsOf(document).filter(({ step }) => step.children.length === 0))
    if (!found) return null
    found.step.children.push({ id: 'dead-end', code_tag: 'dead-end', tag_description: 'Dead end', form_fields: [], children: [] })
    return `step ${found.step.code_tag} goes on to an empty step`
  },
  (document, pick) => {
    const [found, target] = [pick(stepsOf(document).filter(({ step }) => step.children.length === 0)), pick(stepsOf(document))]
    if (!found || !target || target.step === found.step || target.step.children.includes(found.step)) return null
    found.parent.children.splice(found.parent.children.indexOf(found.step), 1)
    target.step.children.push(found.step)
    return `step ${found.step.code_tag} moved under ${target.step.code_tag}`
  },
  (document, pick) => {
    const found = pick(questionsIn(document))
    if (!found) return null
    found.step.form_fields = found.step.form_fields.filter((field) => field !== (found.field as unknown))
    return `question ${found.field.value.property_code} of ${found.step.code_tag} deleted`
  },
  (document, pick) => {
    const found = pick(questionsIn(document))
    if (!found) return null
    found.field.value.property_code = `${found.field.value.property_code}_renamed`
    return `code of a question of ${found.step.code_tag} changed`
  },
  (document, pick) => {
    const found = pick(questionsIn(document))
    if (!found) return null
    Object.assign(found.field, { hidden: true })
    return `question ${found.field.value.property_code} of ${found.step.code_tag} hidden`
  },
  (document, pick) => {
    const found = pick(questionsIn(document).filter(({ field }) => field.value.default_value.input_type in tightened))
    if (!found) return null
    Object.assign(found.field.value.default_value, tightened[found.field.value.default_value.input_type])
    return `question ${found.field.value.property_code} of ${found.step.code_tag} tightened`
  },
  (document, pick) => {
    const found = pick(questionsIn(document).filter(({ field }) => ['text', 'textarea', 'email'].includes(field.value.default_value.input_type)))
    if (!found) return null
    found.field.value.default_value = { input_type: 'int' } as never
    return `question ${found.field.value.property_code} of ${found.step.code_tag} is a number`
  },
]

test(`of ${EDITS} random edits that break a path through comune-aurora, the checks or the recorded tests detect at least ${STOPPED}`, async () => {
  const sound = DEFINITIONS.get('comune-aurora') as Definition
  const next = random(17)
  const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(next() * all.length)]
  const missed: string[] = []
  expect(errorsIn(sound)).toBe(0)
  expect(await failing(sound)).toEqual([])
  const by = { checks: 0, tests: 0 }
  for (let edits = 0; edits < EDITS; ) {
    const document = structuredClone(sound)
    const done = pick(EDIT_KINDS)?.(document, pick)
    if (!done) continue
    edits += 1
    if (errorsIn(document) > 0) by.checks += 1
    else if ((await failing(document)).length > 0) by.tests += 1
    else missed.push(done)
  }
  expect(EDITS - missed.length, `${JSON.stringify(by)}; missed: ${missed.join('; ')}`).toBeGreaterThanOrEqual(STOPPED)
}, 120_000)
