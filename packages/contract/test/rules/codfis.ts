import { heldRules } from './held.ts'
import { REQUIRED, rulesOf } from './rule.ts'

const { accepts, refuses, refusesAll } = rulesOf('codfis')
/**
 * Tax code of Mario Rossi, a man who was born on 10 December 1985 in San Giuliano Terme (A562). The control characters
 * of all tax codes in this file were not computed by our own code.
 */
const ROSSI = 'RSSMRA85T10A562S'
const rossi = { nome: 'Mario', cognome: 'Rossi', nato: '10/12/1985', sesso: 'M', luogo: 'San Giuliano Terme' }
const compared = { name: 'nome', surname: 'cognome', birthday: 'nato', gender: 'sesso', birthplace: 'luogo' }
const WRONG = ['codfis_errato'] as const
const LENGTH = ['codfis_lunghezza'] as const

const alone = [
  refuses('required: an empty text', {}, '', ['campo_richiesto'], { ...REQUIRED, wire: undefined }),
  refuses('required: white space only', {}, '   ', ['campo_richiesto'], { ...REQUIRED, wire: undefined }),
  accepts('not required: an empty answer', compared, '', { wire: undefined }),
  accepts('16 characters with the right check character', {}, ROSSI, REQUIRED),
  accepts('lower case, converted to upper case', {}, ROSSI.toLowerCase(), { wire: ROSSI }),
  accepts('lower case, converted to upper case even with font_case lower', {}, ROSSI.toLowerCase(), { wire: ROSSI, fontCase: 'lower' }),
  accepts('surrounding white space, which is trimmed', {}, ` ${ROSSI} `, { wire: ROSSI }),
  refuses('15 characters', {}, ROSSI.slice(0, 15), LENGTH),
  refuses('17 characters', {}, `${ROSSI}S`, LENGTH),
  refuses('one character', {}, 'R', LENGTH),
  refuses('a space inside, which makes 17 characters', {}, 'RSSMRA 85T10A562S', LENGTH),
  refuses('a wrong check character', {}, 'RSSMRA85T10A562T', WRONG),
  refuses('two swapped characters', {}, 'SRSMRA85T10A562S', WRONG),
  refuses('a digit in place of a letter', {}, 'RSSMR085T10A562S', WRONG),
  refuses('sixteen digits', {}, '1234567890123456', WRONG),
  refuses('sixteen letters', {}, 'ABCDEFGHIJKLMNOP', WRONG),
  refuses('a letter outside ASCII that upper case would expand to a valid code', {}, 'rßmra85t10a562sx', WRONG, { wire: 'RßMRA85T10A562SX' }),
  refuses('the 11-digit code of a company', {}, '01234567890', LENGTH),
  refuses('a month letter that does not exist', {}, 'RSSMRA85Z10A562B', WRONG),
  accepts('day 31: a man born on the 31st', {}, 'RSSMRA85T31A562T'),
  accepts('day 71: a woman born on the 31st', {}, 'RSSMRA85T71A562X'),
  refuses('day 32', {}, 'RSSMRA85T32A562Y', WRONG),
  refuses('day 40', {}, 'RSSMRA85T40A562V', WRONG),
  refuses('day 72', {}, 'RSSMRA85T72A562C', WRONG),
  refuses('30 February', {}, 'RSSMRA85B30A562G', WRONG),
  refuses('29 February of 1985, not a leap year', {}, 'RSSMRA85B29A562Z', WRONG),
  accepts('29 February of 1984, a leap year', {}, 'RSSMRA84B29A562Y'),
  refuses('a number', {}, 1234567890123456, ['campo_formato']),
  refuses('a list', {}, [ROSSI], ['campo_formato']),
]

const namesakes = [
  'RSSMRA85T10A56NH',
  'RSSMRA85T10A5SNT',
  'RSSMRA85T10ARSNO',
  'RSSMRA85T1LARSNR',
  'RSSMRA85TMLARSNC',
  'RSSMRA8RTMLARSNO',
  'RSSMRAURTMLARSNL',
  'RSSMRAU5T10A562P',
].flatMap((code) => [
  accepts(`omocodia: ${code} without comparison`, {}, code),
  accepts(`omocodia: ${code} matches the answers of its person`, compared, code, { others: rossi }),
  refuses(`omocodia: ${code} does not match another birth date`, compared, code, ['codfis_nascita'], { others: { ...rossi, nato: '11/12/1985' } }),
])

const crossChecked = [
  accepts('all compared answers match', compared, ROSSI, { others: rossi }),
  refuses('name: another name', { name: 'nome' }, ROSSI, ['codfis_nome'], { others: { ...rossi, nome: 'Anna' } }),
  accepts('name: not compared if the settings do not name its question', {}, ROSSI, { others: { ...rossi, nome: 'Anna' } }),
  accepts('name: not compared if its answer is empty', compared, ROSSI, { others: { ...rossi, nome: '' } }),
  accepts('name: not compared if its answer is white space', compared, ROSSI, { others: { ...rossi, nome: '  ' } }),
  accepts('name: letter case is ignored', compared, ROSSI, { others: { ...rossi, nome: 'mArIo' } }),
  accepts('name: surrounding white space is ignored', compared, ROSSI, { others: { ...rossi, nome: ' Mario ' } }),
  refuses('surname: another surname', { surname: 'cognome' }, ROSSI, ['codfis_cognome'], { others: { ...rossi, cognome: 'Bianchi' } }),
  accepts('surname: not compared if the settings do not name its question', { name: 'nome' }, ROSSI, { others: { ...rossi, cognome: 'Bianchi' } }),
  refuses('birth date: another day', { birthday: 'nato' }, ROSSI, ['codfis_nascita'], { others: { ...rossi, nato: '11/12/1985' } }),
  refuses('birth date: another month', { birthday: 'nato' }, ROSSI, ['codfis_nascita'], { others: { ...rossi, nato: '10/11/1985' } }),
  refuses('birth date: another year', { birthday: 'nato' }, ROSSI, ['codfis_nascita'], { others: { ...rossi, nato: '10/12/1986' } }),
  accepts('birth date: another century, which the code does not contain', { birthday: 'nato' }, ROSSI, { others: { ...rossi, nato: '10/12/1885' } }),
  refuses('gender: the other gender', { gender: 'sesso' }, ROSSI, ['codfis_nascita'], { others: { ...rossi, sesso: 'F' } }),
  accepts('gender: a woman’s code, whose day is increased by 40', compared, 'RSSMRA85T50A562W', { others: { ...rossi, sesso: 'F' } }),
  refuses('gender: a woman’s code for a man', compared, 'RSSMRA85T50A562W', ['codfis_nascita'], { others: rossi }),
  accepts('gender: an answer other than M and F is not compared', { gender: 'sesso' }, ROSSI, { others: { ...rossi, sesso: 'X' } }),
  refuses('birth date and gender wrong: one error', { birthday: 'nato', gender: 'sesso' }, ROSSI, ['codfis_nascita'], {
    others: { ...rossi, nato: '11/12/1985', sesso: 'F' },
  }),
  refuses('birthplace: another place', { birthplace: 'luogo' }, ROSSI, ['codfis_luogo'], { others: { ...rossi, luogo: 'Roma' } }),
  accepts('birthplace: given as its Belfiore code', compared, ROSSI, { others: { ...rossi, luogo: 'A562' } }),
  accepts('birthplace: given as its Belfiore code in lower case', compared, ROSSI, { others: { ...rossi, luogo: 'a562' } }),
  refuses('birthplace: another Belfiore code', compared, ROSSI, ['codfis_luogo'], { others: { ...rossi, luogo: 'H501' } }),
  accepts('birthplace: in upper case', compared, ROSSI, { others: { ...rossi, luogo: 'SAN GIULIANO TERME' } }),
  accepts('birthplace: followed by its province', compared, ROSSI, { others: { ...rossi, luogo: 'San Giuliano Terme (PI)' } }),
  accepts('birthplace: an unknown place is not compared', compared, ROSSI, { others: { ...rossi, luogo: 'Atlantide' } }),
  accepts('birthplace: not compared if its answer is empty', compared, ROSSI, { others: { ...rossi, luogo: '' } }),
  refusesAll('another person: every mismatch is reported', compared, ROSSI, [['codfis_nome'], ['codfis_cognome'], ['codfis_nascita'], ['codfis_luogo']], {
    others: { nome: 'Anna', cognome: 'Bianchi', nato: '01/01/1990', sesso: 'F', luogo: 'Roma' },
  }),
  refuses('a code of wrong length is not compared', compared, ROSSI.slice(1), LENGTH, { others: { ...rossi, nome: 'Anna' } }),
  refuses('an invalid code is not compared', compared, 'RSSMRA85T10A562T', WRONG, { others: { ...rossi, nome: 'Anna' } }),
  accepts('a named question that the form does not have is not compared', { name: 'altro' }, ROSSI, { others: rossi }),
  refuses('name: the known datum of a hidden question does not match', { name: 'nome_noto' }, ROSSI, ['codfis_nome'], { known: { nome: 'Anna' } }),
  accepts('name: the known datum of a hidden question matches', { name: 'nome_noto' }, ROSSI, { known: { nome: 'Mario' } }),
  accepts('all match: a woman born in Rome', compared, 'BNCNNA90A41H501T', {
    others: { nome: 'Anna', cognome: 'Bianchi', nato: '01/01/1990', sesso: 'F', luogo: 'Roma' },
  }),
  accepts('all match: a surname of two letters, a name of four consonants', compared, 'FOXGNN00B29F205I', {
    others: { nome: 'Giovanni', cognome: 'Fo', nato: '29/02/2000', sesso: 'M', luogo: 'Milano' },
  }),
  accepts('all match: a name of one consonant', compared, 'FOXLEA95E52D612L', {
    others: { nome: 'Lea', cognome: 'Fò', nato: '12/05/1995', sesso: 'F', luogo: 'Firenze' },
  }),
  accepts('all match: a person born abroad', compared, 'XUXLNI70D15Z210X', {
    others: { nome: 'Lin', cognome: 'Xu', nato: '15/04/1970', sesso: 'M', luogo: 'Cina' },
  }),
  accepts('all match: a surname with an umlaut', compared, 'MLLFNC75C17L736V', {
    others: { nome: 'Franco', cognome: 'Müller', nato: '17/03/1975', sesso: 'M', luogo: 'Venezia' },
  }),
  accepts('all match: a surname with an apostrophe', compared, 'DNGMRA85T10A562P', { others: { ...rossi, cognome: 'D’Angelo' } }),
]

export const codfis = [
  ...alone,
  ...namesakes,
  ...crossChecked,
  ...heldRules('codfis', {
    settings: {},
    datum: 'bncnna90a41h501t',
    known: 'BNCNNA90A41H501T',
    preset: ROSSI,
    typed: 'rssmra85t50a562w',
    wire: 'RSSMRA85T50A562W',
    empty: '',
  }),
]
