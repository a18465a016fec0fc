import { describe, expect, test } from 'vitest'
import { checkTaxCode, type Person } from './check-tax-code.ts'
import { controlCharacter } from './control-character.ts'
import { plainTaxCode, readTaxCode, substitutedTaxCode } from './index.ts'
import { nameCode, surnameCode } from './name-codes.ts'

const MARIO = 'RSSMRA85T10A562S'
const mario: Person = { name: 'Mario', surname: 'Rossi', birthday: '1985-12-10', gender: 'M', birthplace: ['A562'] }
const withControl = (body: string) => `${body}${controlCharacter(body)}`

describe('checkTaxCode without personal data to compare', () => {
  test.each([
    [MARIO, [], 'a valid code'],
    ['rssmra85t10a562s', [], 'typed in lower case'],
    [` ${MARIO}\t`, [], 'surrounding white space'],
    [substitutedTaxCode(MARIO, 127), [], 'a namesake’s, all seven digits substituted'],
    [withControl('RSSMRA00B29A562'), [], '29 February 2000'],
    [withControl('RSSMRA04B69A562'), [], '29 February of a leap year, a woman'],
    ['', ['codfis_lunghezza'], 'an empty text'],
    ['RSSMRA85T10A562', ['codfis_lunghezza'], 'fifteen characters'],
    ['RSSMRA85T10A562SS', ['codfis_lunghezza'], 'seventeen characters'],
    ['RSSMRA 85T10A562S', ['codfis_lunghezza'], 'a space inside, which counts as a character'],
    ['RSSMRA85T10A562T', ['codfis_errato'], 'a wrong control character'],
    ['RSSMRA85T10A5625', ['codfis_errato'], 'a digit as control character'],
    ['RSSMRA58T10A562S', ['codfis_errato'], 'two swapped digits'],
    [withControl('R5SMRA85T10A562'), ['codfis_errato'], 'a digit among the letters of the surname'],
    [withControl('RSSMRA85F10A562'), ['codfis_errato'], 'F is no month'],
    [withControl('RSSMRA85TA0A562'), ['codfis_errato'], 'A stands for no digit'],
    [withControl('RSSMRA85T00A562'), ['codfis_errato'], 'day 0'],
    [withControl('RSSMRA85T32A562'), ['codfis_errato'], 'day 32'],
    [withControl('RSSMRA85T40A562'), ['codfis_errato'], 'day 0 of a woman'],
    [withControl('RSSMRA85T72A562'), ['codfis_errato'], 'day 32 of a woman'],
    [withControl('RSSMRA85D31A562'), ['codfis_errato'], '31 April'],
    [withControl('RSSMRA85B29A562'), ['codfis_errato'], '29 February 1985'],
    [withControl('RSSMRA84B30A562'), ['codfis_errato'], '30 February'],
    [withControl('RSSMRA85T10N562'), ['codfis_errato'], 'no Belfiore code begins with N'],
    ['RSSMRA85T10A56２S', ['codfis_errato'], 'a full-width digit'],
    ['ＲSSMRA85T10A562S', ['codfis_errato'], 'a full-width letter'],
    ['RSSMRA٨٥T10A562S', ['codfis_errato'], 'Arabic digits'],
    ['RSSMRA85T10A562ſ', ['codfis_errato'], 'a long s, which toUpperCase converts to S'],
    [withControl('RIIMRA85T10A562').replace('II', 'ıı'), ['codfis_errato'], 'a dotless ı, which toUpperCase makes an I'],
    ['RßMRA85T10A562S', ['codfis_lunghezza'], 'fifteen characters, which toUpperCase expands to sixteen'],
    ['RSSMRA85T10A562😀', ['codfis_errato'], 'sixteen code points, the last an emoji'],
    ['RSSMRA85T10A562\uD800', ['codfis_errato'], 'a lone surrogate'],
    ['RSSMRA85T10A562\0', ['codfis_errato'], 'a NUL character'],
  ])('for the tax code %j the errors are %j (%s)', (code, faults) => {
    expect(checkTaxCode(code ?? 'none', {})).toEqual(faults)
    if (faults.length > 0) expect([readTaxCode(code ?? ''), checkTaxCode(code ?? '', { name: 'Another' })]).toEqual([undefined, faults])
  })
})

describe('checkTaxCode with personal data to compare', () => {
  test.each<[Partial<Person>, string[], string]>([
    [{}, [], 'all data match'],
    [{ name: 'Luigi' }, ['codfis_nome'], 'another name'],
    [{ surname: 'Verdi' }, ['codfis_cognome'], 'another surname'],
    [{ name: 'Rossi', surname: 'Mario' }, ['codfis_nome', 'codfis_cognome'], 'swapped name and surname'],
    [{ birthday: '1985-12-11' }, ['codfis_nascita'], 'another day'],
    [{ birthday: '1985-10-10' }, ['codfis_nascita'], 'another month'],
    [{ birthday: '1986-12-10' }, ['codfis_nascita'], 'another year'],
    [{ birthday: '1885-12-10' }, [], 'the century is not in the code'],
    [{ birthday: '1985-12-10T00:00:00.000+01:00' }, [], 'a time part is ignored'],
    [{ birthday: 'yesterday' }, ['codfis_nascita'], 'a text that is no date does not match'],
    [{ gender: 'F' }, ['codfis_nascita'], 'the other gender'],
    [{ gender: 'F', birthday: '1999-01-01' }, ['codfis_nascita'], 'wrong date and gender give one error'],
    [{ birthplace: ['H501'] }, ['codfis_luogo'], 'another place'],
    [{ birthplace: ['H501', 'A562'] }, [], 'one of several places'],
    [{ birthplace: [] }, [], 'an unknown place is not compared'],
    [{ name: undefined, surname: undefined, birthday: undefined, gender: undefined, birthplace: undefined }, [], 'undefined data are not compared'],
    [{ name: '', surname: ' ', birthday: '' }, [], 'empty data are not compared'],
    [{ name: undefined, gender: 'F' }, ['codfis_nascita'], 'missing data are not compared'],
    [
      { name: 'Anna', surname: 'Verdi', birthday: '1999-01-01', gender: 'F', birthplace: ['H501'] },
      ['codfis_nome', 'codfis_cognome', 'codfis_nascita', 'codfis_luogo'],
      'every mismatch is reported',
    ],
  ])('with the personal data changed to %j, returns the errors %j (%s)', (changes, faults) => {
    expect(checkTaxCode(MARIO, { ...mario, ...changes })).toEqual(faults)
    expect(checkTaxCode(substitutedTaxCode(MARIO, 85) ?? '', { ...mario, ...changes })).toEqual(faults)
  })

  test.each<[string, Person, string[], string]>([
    [
      'MLLSNT82P65Z404U',
      { name: 'Samantha', surname: 'Miller', birthday: '1982-09-25', gender: 'F', birthplace: ['Z404'] },
      [],
      'a woman: the day is 40 higher',
    ],
    ['MLLSNT82P65Z404U', { gender: 'M' }, ['codfis_nascita'], 'a woman’s code with the gender M'],
    ['MLLSNT82P65Z404U', { birthday: '1982-09-25' }, [], 'a birthday without a gender matches a woman’s code'],
    [withControl('ZOXMRA85T10Z243'), { surname: 'Öz' }, [], 'Ö as O, for codes registered before 2008'],
    [withControl('ZOEMRA85T10Z243'), { surname: 'Öz' }, [], 'Ö as OE, for codes registered since 2008'],
  ])('for the tax code %s and the personal data %j, returns the errors %j (%s)', (code, person, faults) => expect(checkTaxCode(code, person)).toEqual(faults))
})

describe('checkTaxCode with hostile input', () => {
  const long = (text: string) => text.repeat(100_000)
  test.each([
    ['100,000 letters', long('A')],
    ['100,000 spaces', long(' ')],
    ['alternating spaces and letters', long(' a')],
    ['combining marks in the order that takes longest to normalise', `a${'\u0301'.repeat(50_000)}${'\u0323'.repeat(50_000)}`],
    ['letters that decompose to 18 characters', long('\uFDFA')],
    ['lone surrogates', long('\uD800')],
    ['reversed surrogates', long('\uDC00\uD83D')],
    ['a NUL character', long('\0')],
    ['letters that expand in upper case', long('ß')],
    ['dotless and dotted I', long('ıİ')],
    ['names of inherited object properties', '__proto__ constructor'],
  ])('returns errors within a limited time for %s', (_, text) => {
    const started = performance.now()
    expect(checkTaxCode(text, mario)).toEqual(['codfis_lunghezza'])
    const faults = checkTaxCode(MARIO, { name: text, surname: text, birthday: text, gender: 'M', birthplace: [text] })
    expect(faults).toEqual(expect.arrayContaining(['codfis_nascita', 'codfis_luogo']))
    expect([nameCode(text), surnameCode(text)].join('')).toMatch(/^[A-Z]{6}$/)
    expect([plainTaxCode(text), readTaxCode(text)]).toEqual([undefined, undefined])
    expect(performance.now() - started).toBeLessThan(4000)
  })
})
