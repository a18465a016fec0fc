import { LANGUAGES, PASSWORD_RULES } from '@sportello/contract'
import { rules } from '@sportello/contract/rules'
import { checkAnswer, type InputType, type IssueCode, inputOf, inputs } from '@sportello/fields'
import { inputSettings } from '@sportello/fields/settings'
import { fill, phrases } from '@sportello/phrases'
import { describe, expect, test } from 'vitest'

interface Sample {
  /** Settings of the sample question, as an author would write them, but without `input_type`. */
  settings: Record<string, unknown>
  /** A valid answer to the sample question in the API's format. */
  answer: unknown
  /**
   * All error codes that this input type can raise. The rules table must have at least one row for each of these codes,
   * and no row for any other code.
   */
  faults: readonly IssueCode[]
}

const OPTIONS = { options: [{ key: 'a', value: 'Prima' }] }
const WRITTEN = ['campo_richiesto', 'campo_formato', 'campo_lungo', 'campo_corto'] as const
const NUMBER = ['campo_richiesto', 'campo_formato', 'numero_min', 'numero_max'] as const
const CHOICE = ['campo_richiesto', 'campo_formato', 'opzione_non_valida'] as const

/** One sample question for each input type. The test does not compile if an input type is missing. */
const samples: { [T in InputType]: Sample } = {
  text: {
    settings: {},
    answer: 'Città «è» 😀',
    faults: [...WRITTEN, 'telefono_non_valido', 'iban_non_valido', 'cap_non_valido', 'targa_non_valida', 'url_non_valido'],
  },
  textarea: { settings: {}, answer: 'una\ndue', faults: WRITTEN },
  email: { settings: {}, answer: 'anna@example.org', faults: [...WRITTEN, 'indirizzo_non_valido'] },
  int: { settings: {}, answer: -1234567, faults: [...NUMBER, 'numero_non_valido'] },
  numeric: { settings: {}, answer: 1234.5, faults: NUMBER },
  boolean: { settings: {}, answer: true, faults: ['campo_richiesto', 'campo_formato'] },
  select: { settings: OPTIONS, answer: 'a', faults: CHOICE },
  select_data_source: { settings: OPTIONS, answer: 'a', faults: CHOICE },
  date: {
    settings: { format: 'MM.DD.YYYY', time: true },
    answer: '2026-03-10T09:05',
    faults: ['campo_richiesto', 'campo_formato', 'data_formato', 'data_inesistente', 'data_limiti'],
  },
  file: {
    settings: {},
    answer: [{ name: 'a.pdf', size: 1, type: '' }],
    faults: ['campo_richiesto', 'un_solo_file', 'tipo_file', 'dimensione_file_max', 'somma_dimensione_file_max'],
  },
  multi_checkbox: { settings: { checkboxes: OPTIONS.options }, answer: ['a'], faults: [...CHOICE, 'troppi_selezionati'] },
  slider: { settings: { items: OPTIONS.options }, answer: 'a', faults: ['selezionare_valore', 'campo_formato', 'opzione_non_valida'] },
  array: { settings: { elementsType: 'number' }, answer: [1.5, -2], faults: [...WRITTEN, 'numero_min', 'numero_max', 'elementi_min', 'elementi_max'] },
  codfis: {
    settings: {},
    answer: 'RSSMRA85T10A562S',
    faults: ['campo_richiesto', 'campo_formato', 'codfis_lunghezza', 'codfis_errato', 'codfis_nome', 'codfis_cognome', 'codfis_nascita', 'codfis_luogo'],
  },
}

const context = { today: '2026-03-10', matches: () => true }

describe.each(Object.entries(samples) as [InputType, Sample][])('input type %s', (type, { settings: written, answer, faults }) => {
  const input = inputOf(type)
  const settings = inputSettings[type].parse({ ...written, input_type: type })

  test('treats only its own empty value as an unanswered question', () => {
    expect(input.isEmpty(input.empty)).toBe(true)
    expect(input.isEmpty(answer)).toBe(false)
    expect(checkAnswer(input, input.empty, { required: false, settings }, context)).toEqual([])
    expect(checkAnswer(input, input.empty, { required: true, settings }, context)).toEqual([{ code: faults[0], params: [] }])
    expect(checkAnswer(input, undefined, { required: true, settings }, context)).toEqual([{ code: faults[0], params: [] }])
    expect(input.text(input.empty, settings, { language: 'it', yes: 'sì', no: '' })).toBe('')
  })

  test('accepts its sample answer after the answer was converted to JSON and back', () => {
    const received: unknown = JSON.parse(JSON.stringify(answer))
    expect(input.accepts(received)).toBe(true)
    expect(received).toEqual(answer)
    expect(checkAnswer(input, received, { required: true, settings }, context)).toEqual([])
    expect(input.text(received, settings, { language: 'it', yes: 'sì', no: 'no' })).not.toBe('')
  })

  test.each(LANGUAGES)('parses the value shown in its control back into the same answer (language %s)', (language) => {
    const shown = input.show ? input.show(answer, language, settings) : answer
    expect(input.read ? input.read(shown, language, settings) : shown).toEqual(answer)
  })

  test('raises exactly the error codes that its sample lists, according to the rules table', () => {
    const raised = new Set(rules[type].flatMap((row) => row.faults.map(({ code }) => code)))
    expect([...raised].toSorted()).toEqual([...faults].toSorted())
  })

  test.each(LANGUAGES)('inserts the error’s parameters into each error message (language %s)', (language) => {
    for (const { code, params } of rules[type].flatMap((row) => row.faults)) {
      const phrase = phrases[language].issues[code]
      const sentence = fill(phrase, params)
      expect(sentence, code).not.toMatch(/\{\d\}/)
      expect(sentence.length, code).toBeGreaterThan(5)
      for (const [at, param] of params.entries()) if (phrase.includes(`{${at + 1}}`)) expect(sentence).toContain(param)
    }
  })
})

test('every error code that has a message is raised by some input type', () => {
  const raised = new Set(Object.values(samples).flatMap(({ faults }) => faults as string[]))
  // Error codes that no row of the rules table can cause. The test exempts the codes of the dialog in which the e-mail
  // address is typed twice, the codes of a new password, and the codes about a file's content. A row contains only a
  // file's name and size.
  const unraised = Object.keys(phrases.it.issues).filter(
    (code) => !raised.has(code) && code !== 'indirizzi_diversi' && !(code in PASSWORD_RULES) && code !== 'password_nota' && code !== 'contenuto_file',
  )
  expect(unraised).toEqual([])
  expect(Object.keys(samples)).toEqual(Object.keys(inputs))
})
