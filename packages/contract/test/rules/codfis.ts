import { heldRules } from './held.ts'
import { REQUIRED, rulesOf } from './rule.ts'

const { accepts, refuses, refusesAll } = rulesOf('codfis')
/**
 * Tax code of Mario Rossi, a man born on 10 December 1985 at San Giuliano Terme (A562). The control characters in this file were not computed with this
 * product.
 */
const ROSSI = 'RSSMRA85T10A562S'
const rossi = { nome: 'Mario', cognome: 'Rossi', nato: '10/12/1985', sesso: 'M', luogo: 'San Giuliano Terme' }
const compared = { name: 'nome', surname: 'cognome', birthday: 'nato', gender: 'sesso', birthplace: 'luogo' }
const WRONG = ['codfis_errato'] as const
const LENGTH = ['codfis_lunghezza'] as const

const alone = [
  refuses('required: is not answered by nothing', {}, '', ['campo_richiesto'], { ...REQUIRED, wire: undefined }),
  refuses('required: is not answered by blanks', {}, '   ', ['campo_richiesto'], { ...REQUIRED, wire: undefined }),
  accepts('not required: may be empty', compared, '', { wire: undefined }),
  accepts('16 characters with the right check character', {}, ROSSI, REQUIRED),
  accepts('uppercased', {}, ROSSI.toLowerCase(), { wire: ROSSI }),
  accepts('uppercased whatever font_case says', {}, ROSSI.toLowerCase(), { wire: ROSSI, fontCase: 'lower' }),
  accepts('blanks around it', {}, ` ${ROSSI} `, { wire: ROSSI }),
  refuses('15 characters', {}, ROSSI.slice(0, 15), LENGTH),
  refuses('17 characters', {}, `${ROSSI}S`, LENGTH),
  refuses('one character', {}, 'R', LENGTH),
  refuses('a blank within makes 17', {}, 'RSSMRA 85T10A562S', LENGTH),
  refuses('a wrong check character', {}, 'RSSMRA85T10A562T', WRONG),
  refuses('two characters changed places', {}, 'SRSMRA85T10A562S', WRONG),
  refuses('a digit for a letter', {}, 'RSSMR085T10A562S', WRONG),
  refuses('sixteen digits', {}, '1234567890123456', WRONG),
  refuses('sixteen letters', {}, 'ABCDEFGHIJKLMNOP', WRONG),
  refuses('a letter outside ASCII that capitals would make right', {}, 'rßmra85t10a562sx', WRONG, { wire: 'RßMRA85T10A562SX' }),
  refuses('the code of a company', {}, '01234567890', LENGTH),
  refuses('a letter that is no month', {}, 'RSSMRA85Z10A562B', WRONG),
  accepts('day 31, a man', {}, 'RSSMRA85T31A562T'),
  accepts('day 71, a woman', {}, 'RSSMRA85T71A562X'),
  refuses('day 32', {}, 'RSSMRA85T32A562Y', WRONG),
  refuses('day 40', {}, 'RSSMRA85T40A562V', WRONG),
  refuses('day 72', {}, 'RSSMRA85T72A562C', WRONG),
  refuses('the 30th of February', {}, 'RSSMRA85B30A562G', WRONG),
  refuses('the 29th of February of 1985', {}, 'RSSMRA85B29A562Z', WRONG),
  accepts('the 29th of February of 1984', {}, 'RSSMRA84B29A562Y'),
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
  accepts(`omocodia: ${code} alone`, {}, code),
  accepts(`omocodia: ${code} agrees with the same person`, compared, code, { others: rossi }),
  refuses(`omocodia: ${code} disagrees with another day`, compared, code, ['codfis_nascita'], { others: { ...rossi, nato: '11/12/1985' } }),
])

const crossChecked = [
  accepts('agrees with everything', compared, ROSSI, { others: rossi }),
  refuses('name', { name: 'nome' }, ROSSI, ['codfis_nome'], { others: { ...rossi, nome: 'Anna' } }),
  accepts('name: not compared where it is not named', {}, ROSSI, { others: { ...rossi, nome: 'Anna' } }),
  accepts('name: not compared where it is empty', compared, ROSSI, { others: { ...rossi, nome: '' } }),
  accepts('name: blank is empty', compared, ROSSI, { others: { ...rossi, nome: '  ' } }),
  accepts('name: in any case of the letters', compared, ROSSI, { others: { ...rossi, nome: 'mArIo' } }),
  accepts('name: blanks around it', compared, ROSSI, { others: { ...rossi, nome: ' Mario ' } }),
  refuses('surname', { surname: 'cognome' }, ROSSI, ['codfis_cognome'], { others: { ...rossi, cognome: 'Bianchi' } }),
  accepts('surname: not compared where it is not named', { name: 'nome' }, ROSSI, { others: { ...rossi, cognome: 'Bianchi' } }),
  refuses('birth date: another day', { birthday: 'nato' }, ROSSI, ['codfis_nascita'], { others: { ...rossi, nato: '11/12/1985' } }),
  refuses('birth date: another month', { birthday: 'nato' }, ROSSI, ['codfis_nascita'], { others: { ...rossi, nato: '10/11/1985' } }),
  refuses('birth date: another year', { birthday: 'nato' }, ROSSI, ['codfis_nascita'], { others: { ...rossi, nato: '10/12/1986' } }),
  accepts('birth date: of the century the code knows nothing', { birthday: 'nato' }, ROSSI, { others: { ...rossi, nato: '10/12/1885' } }),
  refuses('gender: the other', { gender: 'sesso' }, ROSSI, ['codfis_nascita'], { others: { ...rossi, sesso: 'F' } }),
  accepts('gender: a woman’s day is 40 more', compared, 'RSSMRA85T50A562W', { others: { ...rossi, sesso: 'F' } }),
  refuses('gender: a woman’s code and a man', compared, 'RSSMRA85T50A562W', ['codfis_nascita'], { others: rossi }),
  accepts('gender: an answer that is neither is not compared', { gender: 'sesso' }, ROSSI, { others: { ...rossi, sesso: 'X' } }),
  refuses('birth date and gender are one fault', { birthday: 'nato', gender: 'sesso' }, ROSSI, ['codfis_nascita'], {
    others: { ...rossi, nato: '11/12/1985', sesso: 'F' },
  }),
  refuses('birthplace', { birthplace: 'luogo' }, ROSSI, ['codfis_luogo'], { others: { ...rossi, luogo: 'Roma' } }),
  accepts('birthplace: its Belfiore code', compared, ROSSI, { others: { ...rossi, luogo: 'A562' } }),
  accepts('birthplace: its Belfiore code in small letters', compared, ROSSI, { others: { ...rossi, luogo: 'a562' } }),
  refuses('birthplace: another Belfiore code', compared, ROSSI, ['codfis_luogo'], { others: { ...rossi, luogo: 'H501' } }),
  accepts('birthplace: in capitals', compared, ROSSI, { others: { ...rossi, luogo: 'SAN GIULIANO TERME' } }),
  accepts('birthplace: with its province', compared, ROSSI, { others: { ...rossi, luogo: 'San Giuliano Terme (PI)' } }),
  accepts('birthplace: a place that no table holds is not compared', compared, ROSSI, { others: { ...rossi, luogo: 'Atlantide' } }),
  accepts('birthplace: not compared where it is empty', compared, ROSSI, { others: { ...rossi, luogo: '' } }),
  refusesAll(
    'somebody else altogether: every disagreement is told',
    compared,
    ROSSI,
    [['codfis_nome'], ['codfis_cognome'], ['codfis_nascita'], ['codfis_luogo']],
    { others: { nome: 'Anna', cognome: 'Bianchi', nato: '01/01/1990', sesso: 'F', luogo: 'Roma' } },
  ),
  refuses('a wrong length is not compared', compared, ROSSI.slice(1), LENGTH, { others: { ...rossi, nome: 'Anna' } }),
  refuses('a code that is none is not compared', compared, 'RSSMRA85T10A562T', WRONG, { others: { ...rossi, nome: 'Anna' } }),
  accepts('a question that the form has not is not compared', { name: 'altro' }, ROSSI, { others: rossi }),
  refuses('name: a hidden question that holds what is known is compared', { name: 'nome_noto' }, ROSSI, ['codfis_nome'], { known: { nome: 'Anna' } }),
  accepts('name: a hidden question that agrees', { name: 'nome_noto' }, ROSSI, { known: { nome: 'Mario' } }),
  accepts('a woman born in Rome', compared, 'BNCNNA90A41H501T', {
    others: { nome: 'Anna', cognome: 'Bianchi', nato: '01/01/1990', sesso: 'F', luogo: 'Roma' },
  }),
  accepts('a surname of two letters, a name of four consonants', compared, 'FOXGNN00B29F205I', {
    others: { nome: 'Giovanni', cognome: 'Fo', nato: '29/02/2000', sesso: 'M', luogo: 'Milano' },
  }),
  accepts('a name of one consonant', compared, 'FOXLEA95E52D612L', {
    others: { nome: 'Lea', cognome: 'Fò', nato: '12/05/1995', sesso: 'F', luogo: 'Firenze' },
  }),
  accepts('somebody born abroad', compared, 'XUXLNI70D15Z210X', { others: { nome: 'Lin', cognome: 'Xu', nato: '15/04/1970', sesso: 'M', luogo: 'Cina' } }),
  accepts('an umlaut', compared, 'MLLFNC75C17L736V', { others: { nome: 'Franco', cognome: 'Müller', nato: '17/03/1975', sesso: 'M', luogo: 'Venezia' } }),
  accepts('a surname with an apostrophe', compared, 'DNGMRA85T10A562P', { others: { ...rossi, cognome: 'D’Angelo' } }),
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
