import { LANGUAGES } from '@sportello/contract'
import { definitionOf, treeOf } from '@sportello/editing'
import { describe, expect, test } from 'vitest'
import { CHECKS, checkDefinition, checkTree, type Finding, fixLabel, textOfFinding } from '../src/index.ts'
import { PlantBed, SOUND, soundDefinition, soundSurroundings } from './plant-bed.ts'
import { FIELDS } from './planted/fields.ts'
import { REACH } from './planted/reach.ts'
import { OPERATION, TEXTS } from './planted/texts-and-operation.ts'

const PLANTS = [...REACH, ...FIELDS, ...TEXTS, ...OPERATION]
const keyOf = ({ check, text, place }: Pick<Finding, 'check' | 'text' | 'place'>) => JSON.stringify([check, text, place.step, place.field ?? null, place.path])
const errorsOf = (findings: readonly Finding[]) => findings.filter(({ severity }) => severity === 'error').map(keyOf)

test('the test data have at least 60 definitions with an error and 20 without, and a definition with an error for each message of each check', () => {
  expect(PLANTS.length).toBeGreaterThanOrEqual(60)
  expect(SOUND).toHaveLength(20)
  const texts = CHECKS.flatMap(({ id, words }) => Object.keys(words.it).flatMap((text) => (text === 'fix' ? [] : [`${id} ${text}`])))
  const planted = new Set(PLANTS.map(({ check, text }) => `${check} ${text}`))
  expect(texts.filter((each) => !planted.has(each))).toEqual([])
})

describe('a definition without errors', () => {
  test.each(SOUND)('the checks report no error in %s %s', (_file, code) => {
    const findings = checkDefinition(soundDefinition(code), soundSurroundings(code))
    expect(errorsOf(findings)).toEqual([])
  })
})

describe('an error that the test inserts is found by its check at its place, and no other check reports an error', () => {
  test.each(PLANTS.map((plant, at) => [at + 1, plant.check, plant.text, plant.on, plant] as const))(
    'case %i: the check %s reports the message %s in the definition %s',
    (_at, check, text, code, { plant }) => {
      const bed = new PlantBed(code)
      const before = new Set(checkDefinition(soundDefinition(code), bed.known).map(keyOf))
      const place = plant(bed)
      const added = checkDefinition(bed.definition, bed.known).filter((finding) => !before.has(keyOf(finding)))
      const wanted = keyOf({ check, text, place })
      expect(added.map(keyOf)).toContain(wanted)
      expect(errorsOf(added).filter((key) => key !== wanted && !ALSO.has(JSON.parse(key)[0]))).toEqual([])
    },
  )
})

/** Settings that look wrong and are not: each must cause no error. */
const HARMLESS: readonly (readonly [why: string, on: string, plant: (bed: PlantBed) => void])[] = [
  [
    'a default that the letter case of the question makes valid',
    'contact',
    (bed) => {
      const { field } = bed.add({ input_type: 'text', validation_mask: '[A-Z]{2}[0-9]{3}', default: 'ab123' })
      Object.assign(field.value as object, { font_case: 'upper' })
    },
  ],
  ['limits of numbers in a list of texts', 'membership', (bed) => bed.add({ input_type: 'array', elementsType: 'text', min: 9, max: 3 })],
  ['limits of texts in a list of numbers', 'membership', (bed) => bed.add({ input_type: 'array', elementsType: 'number', min_len: 9, max_len: 3 })],
  ['a pattern in a list of numbers', 'membership', (bed) => bed.add({ input_type: 'array', elementsType: 'number', validation_mask: '(?=a)b' })],
  [
    'older limits of the length that newer ones replace',
    'contact',
    (bed) => bed.add({ input_type: 'text', min_len: 10, max_len: 1_500, minlength: 90, maxlength: 20 }),
  ],
  [
    'a locked question with a mapping where visitors sign in',
    'complaint',
    (bed) => {
      bed.params.auth_type = ['SSO']
      bed.known = { ...bed.known, secrets: ['sso_secret_aes'] }
      bed.add({ input_type: 'text' }, { readonly: 'LOCKED', required: true, mapping: 'nome' })
    },
  ],
  [
    'a form that only personal links open',
    'complaint',
    (bed) => {
      Object.assign(bed.params, { auth_type: [], token_type: 'DYNAMIC' })
      for (const step of bed.choice().children) step.disabled = true
    },
  ],
  [
    'a link to another site with the same path',
    'contact',
    (bed) => bed.addField({ type: 'HTML', value: '<a href="https://www.regione.example/bandi/open/call-2026">Call</a>' }),
  ],
  [
    'a further question with the code of a question in a step below',
    'comune-aurora',
    (bed) => {
      const property = { property_code: 'planted', property_description: 'More', default_value: { input_type: 'text' } }
      bed.addField({ type: 'FURTHER_QUESTIONS', value: { text: 'Help?', yes: 'Yes', no: 'No', fields: [{ property }] } }, bed.choice())
      bed.add({ input_type: 'text' })
    },
  ],
]

describe('a setting that looks wrong and is not', () => {
  test.each(HARMLESS)('causes no error: %s in the definition %s', (_why, on, plant) => {
    const bed = new PlantBed(on)
    plant(bed)
    expect(errorsOf(checkDefinition(bed.definition, bed.known)).filter((key) => !ALSO.has(JSON.parse(key)[0]))).toEqual([])
  })
})

/**
 * The tests insert errors, and one check must report each of them. The schema rejects some of the inserted values, so
 * these
 * checks may report the error too.
 */
const ALSO = new Set(['incomplete'])

describe('the repair that a finding offers', () => {
  const fixable = PLANTS.flatMap(({ on, plant, check, text }) => {
    const bed = new PlantBed(on)
    const place = plant(bed)
    const found = checkDefinition(bed.definition, bed.known).find((each) => keyOf(each) === keyOf({ check, text, place }))
    return found?.fix ? [[check, text, on, bed, found] as const] : []
  })

  test('exists for at least 20 of the inserted errors', () => expect(fixable.length).toBeGreaterThanOrEqual(20))

  test.each(fixable)(
    'repairs the finding of the check %s with the message %s in the definition %s, and causes no new error',
    (_check, _text, _code, { definition, known }, finding) => {
      const tree = treeOf(definition)
      const before = new Set(checkTree(tree, known).map(keyOf))
      tree.apply(finding.fix ?? [])
      const after = checkTree(tree, known)
      expect(after.map(keyOf)).not.toContain(keyOf(finding))
      expect(errorsOf(after).filter((key) => !before.has(key))).toEqual([])
      expect(checkDefinition(definitionOf(tree), known).map(keyOf)).toEqual(after.map(keyOf))
    },
  )
})

describe('the messages of a check', () => {
  const findings = PLANTS.map(({ on, plant, check, text }) => {
    const bed = new PlantBed(on)
    const place = plant(bed)
    return checkDefinition(bed.definition, bed.known).find((each) => keyOf(each) === keyOf({ check, text, place })) as Finding
  })

  test.each(LANGUAGES)('contain all values in the language %s, so that no placeholder is left', (language) => {
    for (const finding of findings) {
      const text = textOfFinding(finding, language)
      expect(text).not.toMatch(/\{\d\}/)
      expect(text.length).toBeGreaterThan(10)
      expect(Boolean(fixLabel(finding, language))).toBe(finding.fix !== undefined)
    }
  })

  test('have the same placeholders in all languages', () => {
    for (const { words } of CHECKS) {
      const placeholders = (text: string | undefined) => [...(text ?? '').matchAll(/\{\d\}/g)].map(String).toSorted().join()
      for (const key of Object.keys(words.it)) {
        const texts = LANGUAGES.map((language) => (words[language] as Record<string, string>)[key])
        expect(new Set(texts.map(placeholders)).size).toBe(1)
      }
    }
  })
})
