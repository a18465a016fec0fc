import { describe, expect, test } from 'vitest'
import { type CheckContext, checkAnswer } from '../../define-input.ts'
import { type CodfisSettings, codfis } from './definition.ts'

const ROSSI = 'RSSMRA85T10A562S'
const all: CodfisSettings = { name: 'nome', surname: 'cognome', birthday: 'nato', gender: 'sesso', birthplace: 'luogo' }
const rossi = { nome: 'Mario', cognome: 'Rossi', nato: '1985-12-10', sesso: 'M', luogo: 'San Giuliano Terme' }

function codes(value: unknown, settings: CodfisSettings, answers: Record<string, unknown>, required = true): string[] {
  const context: CheckContext = {
    today: '2026-03-10',
    matches: () => true,
    answerTo: (code) => answers[code],
    placeCodes: (place) => (place === 'San Giuliano Terme' ? ['A562'] : place === 'Roma' ? ['H501'] : []),
  }
  return checkAnswer(codfis, value, { required, settings }, context).map((issue) => issue.code)
}

describe('tax code input', () => {
  test.each<[why: string, value: unknown, settings: CodfisSettings, answers: Record<string, unknown>, codes: string[]]>([
    ['alone, without other answers', ROSSI, {}, {}, []],
    ['in lower case', ROSSI.toLowerCase(), {}, {}, []],
    ['with surrounding spaces', ` ${ROSSI} `, {}, {}, []],
    ['that matches all answers', ROSSI, all, rossi, []],
    ['with a missing letter', ROSSI.slice(1), {}, {}, ['codfis_lunghezza']],
    ['with an additional letter', `${ROSSI}A`, all, rossi, ['codfis_lunghezza']],
    ['with a wrong control character', 'RSSMRA85T10A562T', {}, {}, ['codfis_errato']],
    ['that does not match the name', ROSSI, all, { ...rossi, nome: 'Anna' }, ['codfis_nome']],
    ['that does not match the surname', ROSSI, all, { ...rossi, cognome: 'Bianchi' }, ['codfis_cognome']],
    ['that does not match the birth date', ROSSI, all, { ...rossi, nato: '1985-12-11' }, ['codfis_nascita']],
    ['that matches a birth date with a time', ROSSI, all, { ...rossi, nato: '1985-12-10T12:00' }, []],
    ['that does not match the gender', ROSSI, all, { ...rossi, sesso: 'F' }, ['codfis_nascita']],
    ['that does not match the birthplace', ROSSI, all, { ...rossi, luogo: 'Roma' }, ['codfis_luogo']],
    ['of an unknown birthplace', ROSSI, all, { ...rossi, luogo: 'Atlantide' }, []],
    [
      'that matches none of the answers',
      ROSSI,
      all,
      { nome: 'Anna', cognome: 'Bianchi', nato: '1990-01-01', sesso: 'F', luogo: 'Roma' },
      ['codfis_nome', 'codfis_cognome', 'codfis_nascita', 'codfis_luogo'],
    ],
    ['without comparison if the settings name no questions', ROSSI, {}, { nome: 'Anna' }, []],
    ['without comparison if the questions have no answers', ROSSI, all, {}, []],
    ['without comparison if the answers are blank', ROSSI, all, { nome: ' ', cognome: '' }, []],
    ['without comparison if the answers have other types', ROSSI, all, { nome: 5, cognome: ['Rossi'], sesso: true }, []],
    ['that is a number', 12, {}, {}, ['campo_formato']],
    ['that is missing', '', {}, {}, ['campo_richiesto']],
    ['that is white space only', '  ', {}, {}, ['campo_richiesto']],
  ])('checks a code %s: %j with the settings %j and the answers %j (expected errors: %j)', (_why, value, settings, answers, expected) => {
    expect(codes(value, settings, answers)).toEqual(expected)
  })

  test('accepts an empty answer if the field is not required', () => {
    expect(codes('', {}, {}, false)).toEqual([])
  })

  test('stores the code in capitals', () => {
    expect(codfis.keep?.(` ${ROSSI.toLowerCase()} `)).toBe(ROSSI)
  })
})
