import { readFileSync } from 'node:fs'
import { type Bundle, type FormField, isQuestion, type Tag } from '@sportello/contract'
import { checkAnswer, inputOf } from '@sportello/fields'
import { describe, expect, test } from 'vitest'
import { FILE_NAMES, fieldsOfType, LANGUAGES, lastSteps, questionsOn, readStartingForm, stepsOf } from '../../../test/starting-forms.ts'
import { readConfig } from '../../platform/config.ts'
import { renderHtml, variablesIn } from '../../requests/requests/rules.ts'

const readings = new Map(await Promise.all(FILE_NAMES.map(async (name) => [name, await readStartingForm(name)] as const)))
const bundleOf = (name: string) => readings.get(name)?.bundle as Bundle
const definitionOf = (name: string) => bundleOf(name).definitions[0] as Bundle['definitions'][number]
const TRANSLATIONS = LANGUAGES.slice(1)
/**
 * All words in the source file that lists the icons. The test reads the file because the package does not export the
 * list for servers.
 */
const ICONS = new Set(readFileSync(new URL('../../../../../packages/fields/src/icons/names.ts', import.meta.url), 'utf8').split(/[\s`]+/))
const EACH = FILE_NAMES.flatMap((name) => TRANSLATIONS.map((language) => [name, language] as const))

/** Returns the texts of a step that visitors read. The key of each text is its place in the step. */
function textsOf({ tag_description, description, form_fields }: Tag): Record<string, string> {
  const texts: Record<string, string> = { tag_description }
  if (description !== undefined) texts.description = description
  for (const [at, field] of form_fields.entries()) {
    for (const key of ['title', 'info_title', 'info_text'] as const)
      if (field[key as 'title'] !== undefined) texts[`${at} ${key}`] = field[key as 'title'] ?? ''
    for (const [key, text] of fieldTexts(field)) texts[`${at} ${key}`] = text
  }
  return texts
}

function fieldTexts(field: FormField): [key: string, text: string][] {
  if (!isQuestion(field))
    return leavesOf(field.type === 'ALERT' ? field.value.text : field.type === 'SEND_BUTTON_CUSTOMIZATION' ? field.value.label : field.value)
  const { property_description, default_value: settings } = field.value
  const chosen = ['options' in settings && settings.options, 'checkboxes' in settings && settings.checkboxes, 'items' in settings && settings.items]
  const labels = chosen.flatMap((list) => (Array.isArray(list) ? list.map(({ key, value }): [string, string] => [`option ${key}`, value]) : []))
  return [['label', property_description], ...labels]
}

/**
 * Returns the texts in the value of an information block, with their paths. Leaves out the property that sets how the
 * link
 * to the terms looks, because visitors do not read it.
 */
function leavesOf(value: unknown, path = 'value'): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) => (key === 'shown_as' ? [] : leavesOf(each, `${path}.${key}`)))
}

/** Returns the part of a step that must be equal in all languages: its structure without texts, ids and step codes. */
function shapeOfStep(tag: Tag): unknown {
  return {
    icon: tag.icon,
    described: tag.description !== undefined,
    fields: tag.form_fields.map(({ id: _id, twin_of: _twin, title, info_title, info_text, value, ...rest }) => ({
      ...rest,
      titled: [title, info_title, info_text].map((text) => text !== undefined),
      value: withoutTexts(value),
    })),
    children: tag.children.map(shapeOfStep),
  }
}

const TEXTS = new Set([
  'property_description',
  'placeholder',
  'value',
  'text',
  'html',
  'label',
  'title',
  'confirm',
  'cancel',
  'question',
  'answer',
  'separator',
])
function withoutTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTexts)
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? 'text' : value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, TEXTS.has(key) ? 'text' : typeof each === 'string' ? each : withoutTexts(each)]))
}

/** Texts of the starting forms that are the same in Italian as in another language. */
const SAME = new Set([
  'IBAN',
  'CSV',
  'JSON',
  'No',
  'Online',
  'Computer',
  'Tablet',
  'Dentista',
  'Dieta',
  'Informatica',
  'Motivo',
  'Periodo',
  'Poco',
  'Una persona',
])

test('there are twelve starting forms', () => expect(FILE_NAMES).toHaveLength(12))

test.each(['0', '1', 'gallery'])('a server with DEMO=%s imports no starting form', (demo) => {
  const imported = readConfig({ DEMO: demo }).demo.map((name) => new URL(`../../../../../demo/${name}.yaml`, import.meta.url).pathname)
  expect(imported.filter((file) => file.includes('/demo/gallery/'))).toEqual([])
  expect(readConfig({ DEMO: demo }).demo.filter((name) => FILE_NAMES.includes(name))).toEqual([])
})

describe.each(FILE_NAMES)('the starting form %s', (name) => {
  test('is a valid bundle that contains only one definition, with the same name as the file', () => {
    expect(readings.get(name)?.faults).toEqual([])
    const { definitions, ...others } = bundleOf(name)
    expect(definitions.map(({ code_tag }) => code_tag)).toEqual([name])
    expect(Object.values(others).flat()).toEqual([])
  })

  test('has branches for all languages, the Italian branch first', () => {
    expect(definitionOf(name).children.map(({ params }) => params?.[0]?.lang_code)).toEqual([...LANGUAGES])
    expect(definitionOf(name).children.every(({ tag_type: type, description }) => type === 'FORM_LANG' && description)).toBe(true)
  })

  test('offers 2 to 5 first options and has 4 to 14 steps per language', () => {
    const steps = [...stepsOf(bundleOf(name), 'it')]
    expect(steps.length).toBeGreaterThanOrEqual(4)
    expect(steps.length).toBeLessThanOrEqual(14)
    expect([2, 3, 4, 5]).toContain(steps[0]?.tag.children.length)
  })

  test('has a unique id on every step and field', () => {
    const ids = LANGUAGES.flatMap((language) => [...stepsOf(bundleOf(name), language)].flatMap(({ tag }) => [tag.id, ...tag.form_fields.map(({ id }) => id)]))
    expect(ids.filter((id) => !id)).toEqual([])
    expect(ids.length - new Set(ids).size).toBe(0)
  })

  test('can be submitted from each last step, which has a submit button and a summary', () => {
    const survey = definitionOf(name).form_params.auth_type?.includes('SURVEY')
    const steps = [...stepsOf(bundleOf(name), 'it')]
    const last = lastSteps(bundleOf(name), 'it')
    expect(last.map(({ tag }) => tag.code_tag)).toEqual(steps.filter(({ tag }) => tag.children.length === 0).map(({ tag }) => tag.code_tag))
    for (const { path } of last) {
      expect(fieldsOfType(path, 'SEND_BUTTON_CUSTOMIZATION')).toHaveLength(1)
      expect(fieldsOfType(path, 'HTML_SUMMARY')).toHaveLength(1)
      expect(fieldsOfType(path, 'TERMS_CONDITIONS').map(({ required }) => required)).toEqual(survey ? [] : [true])
    }
    expect(steps.filter(({ tag }) => tag.form_fields.length === 0)).toEqual([])
  })

  test('compares tax codes with questions on the same path', () => {
    for (const { path } of lastSteps(bundleOf(name), 'it')) {
      const codes = questionsOn(path).map(({ value }) => value.property_code)
      expect(new Set(codes).size).toBe(codes.length)
      for (const { value } of questionsOn(path)) {
        const settings = value.default_value
        if (settings.input_type !== 'codfis') continue
        expect(settings.name && settings.surname).toBeTruthy()
        for (const code of [settings.name, settings.surname, settings.birthday]) if (code) expect(codes).toContain(code)
      }
    }
  })

  test('has options whose keys and texts are all different', () => {
    for (const language of LANGUAGES)
      for (const { tag } of stepsOf(bundleOf(name), language))
        for (const { value } of questionsOn([tag])) {
          const options = 'options' in value.default_value ? value.default_value.options : undefined
          if (!Array.isArray(options)) continue
          expect(options.length).toBeGreaterThan(1)
          expect([new Set(options.map(({ key }) => key)).size, new Set(options.map((option) => option.value)).size]).toEqual([options.length, options.length])
        }
  })

  test('uses only icons that the icon sprite contains', () => {
    const steps = [...stepsOf(bundleOf(name), 'it')].map(({ tag }) => tag)
    const blocks = fieldsOfType(steps, 'ALERT').map(({ value }) => value.icon)
    const options = questionsOn(steps).flatMap(({ value: { default_value: settings } }) =>
      'options' in settings && Array.isArray(settings.options) ? settings.options.map(({ icon }) => icon) : [],
    )
    expect([...steps.map(({ icon }) => icon), ...blocks, ...options].filter((icon) => icon !== undefined && !ICONS.has(icon))).toEqual([])
  })

  test('stores requests for the period that its privacy notice states', () => {
    for (const language of LANGUAGES)
      for (const { path } of lastSteps(bundleOf(name), language))
        for (const { value } of fieldsOfType(path, 'TERMS_CONDITIONS')) {
          const [, months] = /(\d+) (?:mesi|months|Monate|meses|mois|μήνες|maanden)/.exec(value.html.replaceAll('\u00a0', ' ')) ?? []
          expect(Math.round(Number(months) * 30.42)).toBe(definitionOf(name).form_params.retention?.processed)
        }
  })

  test('renders its summaries, which thank visitors by name if the form asks for the name', () => {
    for (const language of LANGUAGES)
      for (const { path } of lastSteps(bundleOf(name), language)) {
        const codes = questionsOn(path).map(({ value }) => value.property_code)
        const [summary] = fieldsOfType(path, 'HTML_SUMMARY')
        const variables = variablesIn(summary?.value ?? '')
        expect(variables.filter((variable) => ![...codes, 'ticket', 'otp'].includes(variable))).toEqual([])
        const html = renderHtml(summary?.value ?? '', Object.fromEntries(variables.map((variable) => [variable, `<${variable}>`])))
        for (const variable of variables) expect(html).toContain(`&lt;${variable}&gt;`)
        expect(variables.includes('first_name')).toBe(codes.includes('first_name'))
        expect(variables.includes('otp')).toBe(definitionOf(name).form_params.otp === true)
      }
  })
})

describe.each(EACH)('the starting form %s in the language %s', (name, language) => {
  const italian = () => [...stepsOf(bundleOf(name), 'it')].map(({ tag }) => tag)
  const translated = () => [...stepsOf(bundleOf(name), language)].map(({ tag }) => tag)
  const pairs = () => italian().map((tag, at) => [tag, translated()[at] as Tag] as const)

  test('has the same structure as the Italian branch', () => {
    expect(shapeOfStep(translated()[0] as Tag)).toEqual(shapeOfStep(italian()[0] as Tag))
  })

  test('names the corresponding Italian step or field for each step and field', () => {
    for (const [tag, twin] of pairs()) {
      expect([tag.twin_of, twin.twin_of]).toEqual([undefined, tag.id])
      if (tag.tag_type === undefined) expect(twin.code_tag).toBe(`${tag.code_tag}-${language}`)
      expect(twin.form_fields.map((field) => [field.twin_of, field.type])).toEqual(tag.form_fields.map((field) => [field.id, field.type]))
      expect(questionsOn([twin]).map(({ value }) => value.property_code)).toEqual(questionsOn([tag]).map(({ value }) => value.property_code))
    }
  })

  test('translates every text', () => {
    const equal = pairs().flatMap(([tag, twin]) => {
      const texts = textsOf(twin)
      return Object.entries(textsOf(tag)).filter(
        ([place, text]) => texts[place] === '' || texts[place] === undefined || (texts[place] === text && !SAME.has(text)),
      )
    })
    expect(equal).toEqual([])
  })

  test('has the same number of placeholders in square brackets and the same template variables in each text as the Italian branch', () => {
    const gaps = (text: string) => [text.match(/\[[^\]]+\]/g)?.length ?? 0, ...(text.match(/\{\{ \w+ \}\}/g) ?? []).sort()]
    for (const [tag, twin] of pairs()) {
      const texts = textsOf(twin)
      for (const [place, text] of Object.entries(textsOf(tag))) expect([place, ...gaps(texts[place] ?? '')]).toEqual([place, ...gaps(text)])
    }
  })

  test('uses the letters and the punctuation of the language', () => {
    const texts = translated().flatMap((tag) => Object.values(textsOf(tag)))
    const greek = /\p{Script=Greek}/u
    const wrong = texts.filter((text) => (language === 'el' ? !greek.test(text) && !['IBAN', 'CSV', 'JSON'].includes(text) : greek.test(text)))
    expect(wrong).toEqual([])
    expect(texts.filter((text) => text.includes("'"))).toEqual([])
    if (language === 'fr') expect(texts.filter((text) => /[^\u00a0<\d][?!;»](?!\w)|\w : /.test(text.replaceAll(/<[^>]+>|&\w+;/g, '')))).toEqual([])
    if (language === 'es') expect(texts.filter((text) => text.split('?').length !== text.split('¿').length)).toEqual([])
    if (language === 'el') expect(texts.filter((text) => /\?/.test(text))).toEqual([])
  })
})

describe('the formats of the starting forms', () => {
  const questions = new Map(
    FILE_NAMES.flatMap((name) => [...stepsOf(bundleOf(name), 'it')])
      .flatMap(({ tag }) => questionsOn([tag]))
      .map(({ value }) => [value.property_code, value.default_value]),
  )
  const context = { today: '2026-03-10', matches: (pattern: string, text: string) => new RegExp(`^(?:${pattern})$`).test(text) }
  const fits = (code: string, text: string) => {
    const settings = questions.get(code) ?? { input_type: 'text' as const }
    return checkAnswer(inputOf(settings.input_type), text, { required: true, settings }, context).length === 0
  }

  test.each([
    ['iban', 'IT60X0542811101000000123456', true],
    ['iban', 'IT60 X054 2811 1010 0000 0123 456', true],
    ['iban', 'NO9386011117947', true],
    ['iban', 'DE89 3704 0044 0532 0130 00', true],
    ['iban', 'IT61X0542811101000000123456', false],
    ['iban', '0542811101000000123456', false],
    ['iban', 'IT60 X054', false],
    ['postcode', '00184', true],
    ['postcode', '184', false],
    ['phone', '+39 06 1234567', true],
    ['phone', '(06) 123.45.67', true],
    ['phone', 'no phone', false],
    ['vat_number', '01234567890', true],
    ['vat_number', 'IT01234567890', false],
  ])('the question %s, answered with %s, accepts it: %j', (code, text, expected) => expect(fits(code, text)).toBe(expected))
})

test('the starting forms have different ticket prefixes', () => {
  const prefixes = FILE_NAMES.map((name) => definitionOf(name).form_params.ticket_prefix)
  expect(new Set(prefixes).size).toBe(FILE_NAMES.length)
})
