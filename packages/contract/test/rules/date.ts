import { heldRules } from './held.ts'
import { REQUIRED, rulesOf } from './rule.ts'

const { accepts, refuses } = rulesOf('date')
const ITALIAN = ['data_formato', 'DD/MM/YYYY'] as const
const WITH_TIME = ['data_formato', 'DD/MM/YYYY HH:mm'] as const
const limits = (from: string, to: string) => ['data_limiti', from, to] as const
const noSuchDay = (day: string) => ['data_inesistente', day] as const
const on = (wire: string) => ({ wire })

const relative = (end: 'min' | 'max', period: 'days' | 'weeks' | 'months' | 'years', value?: number) => ({
  [`relative_${end}_period`]: period,
  ...(value !== undefined && { [`relative_${end}_value`]: value }),
})

const typed = [
  refuses('required: is not answered by nothing', {}, '', ['campo_richiesto'], { ...REQUIRED, wire: undefined }),
  refuses('required: is not answered by blanks', {}, '  ', ['campo_richiesto'], { ...REQUIRED, wire: undefined }),
  refuses('required: is not answered where nobody has touched it', {}, undefined, ['campo_richiesto'], REQUIRED),
  accepts('not required: may be empty', { min: '2026-01-01' }, '', { wire: undefined }),
  accepts('a day in the Italian order', {}, '10/03/2026', on('2026-03-10')),
  accepts('blanks around it', {}, ' 10/03/2026 ', on('2026-03-10')),
  accepts('the same in another language, since the format is the author’s', {}, '10/03/2026', { ...on('2026-03-10'), language: 'en' }),
  accepts('the 29th of February of a leap year', {}, '29/02/2024', on('2024-02-29')),
  accepts('the 29th of February of 2000', {}, '29/02/2000', on('2000-02-29')),
  accepts('the 31st of December', {}, '31/12/1999', on('1999-12-31')),
  refuses('the 29th of February of another year', {}, '29/02/2026', noSuchDay('29/02/2026'), on('2026-02-29')),
  refuses('the 29th of February of 1900', {}, '29/02/1900', noSuchDay('29/02/1900'), on('1900-02-29')),
  refuses('the 31st of a month of 30', {}, '31/04/2026', noSuchDay('31/04/2026'), on('2026-04-31')),
  refuses('a thirteenth month', {}, '10/13/2026', ITALIAN, on('2026-13-10')),
  refuses('a month of nought', {}, '10/00/2026', ITALIAN, on('2026-00-10')),
  refuses('a day of nought', {}, '00/03/2026', ITALIAN, on('2026-03-00')),
  accepts('a day and a month of one digit', {}, '1/9/2026', on('2026-09-01')),
  accepts('a year of two digits: of this century up to ten years ahead', {}, '20/11/26', on('2026-11-20')),
  accepts('a year of two digits: ten years ahead', {}, '01/01/36', on('2036-01-01')),
  accepts('a year of two digits: eleven years ahead is of the last century', {}, '01/01/37', on('1937-01-01')),
  accepts('a year of two digits: a birthday', {}, '14/03/85', on('1985-03-14')),
  accepts('a year of two digits: not beyond the last day of the field', relative('max', 'days', 0), '14/03/30', on('1930-03-14')),
  accepts('a year of two digits: not before the first day of the field', { min: '2020-01-01' }, '14/03/85', on('2085-03-14')),
  refuses('a year of three digits', {}, '10/03/206', ITALIAN),
  refuses('a year of five digits', {}, '10/03/12026', ITALIAN),
  accepts('hyphens', {}, '10-03-2026', on('2026-03-10')),
  accepts('points', {}, '10.03.2026', on('2026-03-10')),
  accepts('commas', {}, '20,11,2026', on('2026-11-20')),
  accepts('blanks', {}, '20 11 2026', on('2026-11-20')),
  accepts('a separator with blanks around it', {}, '20 / 11 / 2026', on('2026-11-20')),
  accepts('mixed separators', {}, '10/03-2026', on('2026-03-10')),
  accepts('no separators', {}, '10032026', on('2026-03-10')),
  accepts('no separators and a year of two digits', {}, '100326', on('2026-03-10')),
  refuses('no separators and seven digits', {}, '1032026', ITALIAN),
  accepts('the year first, as computers write it', {}, '2026-03-10', on('2026-03-10')),
  refuses('a word', {}, 'domani', ITALIAN),
  refuses('half a day', {}, '10/03', ITALIAN),
  refuses('digits of another script', {}, '١٠/٠٣/٢٠٢٦', ITALIAN),
  refuses('a number', {}, 20260310, ['campo_formato']),
  refuses('true', {}, true, ['campo_formato']),
  refuses('a list', {}, ['2026-03-10'], ['campo_formato']),
]

const formats = [
  accepts('format: the year first', { format: 'YYYY-MM-DD' }, '2026-03-10', on('2026-03-10')),
  refuses('format: the year first, but typed last', { format: 'YYYY-MM-DD' }, '10-03-2026', ['data_formato', 'YYYY-MM-DD']),
  accepts('format: the month first', { format: 'MM/DD/YYYY' }, '03/10/2026', on('2026-03-10')),
  refuses('format: the month first, but typed second', { format: 'MM/DD/YYYY' }, '25/12/2026', ['data_formato', 'MM/DD/YYYY'], on('2026-25-12')),
  accepts('format: points', { format: 'DD.MM.YYYY' }, '10.03.2026', on('2026-03-10')),
  accepts('format: points, but slashes typed', { format: 'DD.MM.YYYY' }, '10/03/2026', on('2026-03-10')),
  accepts('format: in small letters', { format: 'dd/mm/yyyy' }, '10/03/2026', on('2026-03-10')),
  accepts('format: in Italian letters', { format: 'gg/mm/aaaa' }, '10/03/2026', on('2026-03-10')),
  accepts('format: no separator', { format: 'YYYYMMDD' }, '20260310', on('2026-03-10')),
  accepts('separator: alone', { separator: '-' }, '10-03-2026', on('2026-03-10')),
  accepts('separator: alone, but another typed', { separator: '-' }, '10/03/2026', on('2026-03-10')),
  accepts('separator: wins over the format’s own', { format: 'YYYY/MM/DD', separator: '.' }, '2026.03.10', on('2026-03-10')),
  accepts('separator: the format’s own counts too', { format: 'YYYY/MM/DD', separator: '.' }, '2026/03/10', on('2026-03-10')),
  accepts('separator: parts a format that has none', { format: 'YYYYMMDD', separator: '/' }, '2026/03/10', on('2026-03-10')),
  accepts('separator: may be left out', { format: 'YYYYMMDD', separator: '/' }, '20260310', on('2026-03-10')),
  accepts('separator: a blank', { separator: ' ' }, '10 03 2026', on('2026-03-10')),
  accepts('separator: an empty one is none', { format: 'DD.MM.YYYY', separator: '' }, '10.03.2026', on('2026-03-10')),
  accepts('a format that nobody can read is the Italian one', { format: 'D MMM' }, '10/03/2026', on('2026-03-10')),
  accepts('a format without a month is the Italian one', { format: 'DD/DD/YYYY' }, '10/03/2026', on('2026-03-10')),
]

const fixed = [
  refuses('min: the day before', { min: '2026-01-01' }, '31/12/2025', limits('01/01/2026', ''), on('2025-12-31')),
  accepts('min: the day itself', { min: '2026-01-01' }, '01/01/2026', on('2026-01-01')),
  refuses('max: the day after', { max: '2026-12-31' }, '01/01/2027', limits('', '31/12/2026'), on('2027-01-01')),
  accepts('max: the day itself', { max: '2026-12-31' }, '31/12/2026', on('2026-12-31')),
  accepts('min and max on one day', { min: '2026-05-01', max: '2026-05-01' }, '01/05/2026', on('2026-05-01')),
  refuses('min written in the field’s format', { min: '01/01/2026' }, '31/12/2025', limits('01/01/2026', ''), on('2025-12-31')),
  accepts('min written in the field’s format, the day itself', { min: '01/01/2026' }, '01/01/2026', on('2026-01-01')),
  refuses('max written in the field’s format', { max: '31.12.2026', format: 'DD.MM.YYYY' }, '01.01.2027', limits('', '31.12.2026'), on('2027-01-01')),
  refuses('a day that does not exist is reported before the bounds', { min: '2026-01-01' }, '31/02/2025', noSuchDay('31/02/2025'), on('2025-02-31')),
]

/** Relative bounds, computed by hand from Tuesday 10 March 2026; a month is 30 days, a year 365. */
const counted = (
  [
    ['min', 'days', -7, '03/03/2026', '2026-03-03', '02/03/2026', '2026-03-02'],
    ['max', 'days', 7, '17/03/2026', '2026-03-17', '18/03/2026', '2026-03-18'],
    ['min', 'days', 0, '10/03/2026', '2026-03-10', '09/03/2026', '2026-03-09'],
    ['max', 'days', 0, '10/03/2026', '2026-03-10', '11/03/2026', '2026-03-11'],
    ['min', 'days', 1, '11/03/2026', '2026-03-11', '10/03/2026', '2026-03-10'],
    ['max', 'days', -1, '09/03/2026', '2026-03-09', '10/03/2026', '2026-03-10'],
    ['min', 'weeks', -2, '24/02/2026', '2026-02-24', '23/02/2026', '2026-02-23'],
    ['max', 'weeks', 2, '24/03/2026', '2026-03-24', '25/03/2026', '2026-03-25'],
    ['min', 'months', -1, '08/02/2026', '2026-02-08', '07/02/2026', '2026-02-07'],
    ['max', 'months', 1, '09/04/2026', '2026-04-09', '10/04/2026', '2026-04-10'],
    ['max', 'months', 12, '05/03/2027', '2027-03-05', '06/03/2027', '2027-03-06'],
    ['min', 'years', -1, '10/03/2025', '2025-03-10', '09/03/2025', '2025-03-09'],
    ['max', 'years', 1, '10/03/2027', '2027-03-10', '11/03/2027', '2027-03-11'],
    ['min', 'years', -18, '14/03/2008', '2008-03-14', '13/03/2008', '2008-03-13'],
    ['max', 'years', -18, '14/03/2008', '2008-03-14', '15/03/2008', '2008-03-15'],
    ['min', 'years', 2, '09/03/2028', '2028-03-09', '08/03/2028', '2028-03-08'],
  ] as const
).flatMap(([end, period, value, lastIn, lastInDay, firstOut, firstOutDay]) => [
  accepts(`relative ${end} of ${value} ${period}: the bound itself`, relative(end, period, value), lastIn, on(lastInDay)),
  refuses(
    `relative ${end} of ${value} ${period}: a day beyond`,
    relative(end, period, value),
    firstOut,
    end === 'min' ? limits(lastIn, '') : limits('', lastIn),
    on(firstOutDay),
  ),
])

const combined = [
  accepts('a relative period without a value is today', relative('min', 'years'), '10/03/2026', on('2026-03-10')),
  refuses('a relative period without a value: yesterday', relative('min', 'years'), '09/03/2026', limits('10/03/2026', ''), on('2026-03-09')),
  accepts('a relative value without a period bounds nothing', { relative_min_value: 5 }, '01/01/1990', on('1990-01-01')),
  refuses(
    'of a fixed and a relative min the later holds: the relative',
    { min: '2026-01-01', ...relative('min', 'days', -10) },
    '27/02/2026',
    limits('28/02/2026', ''),
    on('2026-02-27'),
  ),
  refuses(
    'of a fixed and a relative min the later holds: the fixed',
    { min: '2026-03-05', ...relative('min', 'days', -10) },
    '04/03/2026',
    limits('05/03/2026', ''),
    on('2026-03-04'),
  ),
  refuses(
    'of a fixed and a relative max the earlier holds: the relative',
    { max: '2026-12-31', ...relative('max', 'days', 10) },
    '21/03/2026',
    limits('', '20/03/2026'),
    on('2026-03-21'),
  ),
  refuses(
    'of a fixed and a relative max the earlier holds: the fixed',
    { max: '2026-03-15', ...relative('max', 'days', 10) },
    '16/03/2026',
    limits('', '15/03/2026'),
    on('2026-03-16'),
  ),
  accepts('between a relative min and a relative max', { ...relative('min', 'days', -1), ...relative('max', 'days', 1) }, '10/03/2026', on('2026-03-10')),
  refuses(
    'bounds that exclude each other let nothing in',
    { ...relative('min', 'days', 1), ...relative('max', 'days', -1) },
    '10/03/2026',
    limits('11/03/2026', '09/03/2026'),
    on('2026-03-10'),
  ),
]

const times = [
  accepts('time: a step of five minutes', { time: true }, '10/03/2026 09:05', on('2026-03-10T09:05')),
  accepts('time: midnight', { time: true }, '10/03/2026 00:00', on('2026-03-10T00:00')),
  accepts('time: the last step of the day', { time: true }, '10/03/2026 23:55', on('2026-03-10T23:55')),
  accepts('time: behind a format of the author’s', { time: true, format: 'YYYY-MM-DD' }, '2026-03-10 09:05', on('2026-03-10T09:05')),
  refuses('time: between two steps', { time: true }, '10/03/2026 09:07', WITH_TIME, on('2026-03-10T09:07')),
  refuses('time: the 24th hour', { time: true }, '10/03/2026 24:00', WITH_TIME, on('2026-03-10T24:00')),
  refuses('time: the 60th minute', { time: true }, '10/03/2026 09:60', WITH_TIME, on('2026-03-10T09:60')),
  refuses('time: missing', { time: true }, '10/03/2026', WITH_TIME, on('2026-03-10')),
  refuses('time: without its day', { time: true }, '09:05', WITH_TIME),
  refuses('time: on a day that does not exist', { time: true }, '31/02/2026 09:05', noSuchDay('31/02/2026'), on('2026-02-31T09:05')),
  refuses('time: where none is asked for', {}, '10/03/2026 09:05', ITALIAN, on('2026-03-10T09:05')),
  refuses('time; required: is not answered by nothing', { time: true }, '', ['campo_richiesto'], { ...REQUIRED, wire: undefined }),
  accepts('time: the last day counts to its last step', { time: true, max: '2026-03-10' }, '10/03/2026 23:55', on('2026-03-10T23:55')),
  accepts('time: the first day counts from midnight', { time: true, min: '2026-03-10' }, '10/03/2026 00:00', on('2026-03-10T00:00')),
  refuses('time: a day after the last, at midnight', { time: true, max: '2026-03-10' }, '11/03/2026 00:00', limits('', '10/03/2026'), on('2026-03-11T00:00')),
  accepts('time: a relative last day counts to its last step', { time: true, ...relative('max', 'days', 1) }, '11/03/2026 23:55', on('2026-03-11T23:55')),
  accepts('time: a min with an hour, at that hour', { time: true, min: '2026-03-10T10:00' }, '10/03/2026 10:00', on('2026-03-10T10:00')),
  refuses(
    'time: a min with an hour, a step before',
    { time: true, min: '2026-03-10T10:00' },
    '10/03/2026 09:55',
    limits('10/03/2026 10:00', ''),
    on('2026-03-10T09:55'),
  ),
  accepts('time: a max with an hour, at that hour', { time: true, max: '2026-03-10T18:00' }, '10/03/2026 18:00', on('2026-03-10T18:00')),
  refuses(
    'time: a max with an hour, a step after',
    { time: true, max: '2026-03-10T18:00' },
    '10/03/2026 18:05',
    limits('', '10/03/2026 18:00'),
    on('2026-03-10T18:05'),
  ),
  accepts('without a picker it is 12:00: a min of noon', { min: '2026-03-10T12:00' }, '10/03/2026', on('2026-03-10')),
  refuses('without a picker it is 12:00: a min of one o’clock', { min: '2026-03-10T13:00' }, '10/03/2026', limits('10/03/2026', ''), on('2026-03-10')),
  accepts('without a picker it is 12:00: a max of noon', { max: '2026-03-10T12:00' }, '10/03/2026', on('2026-03-10')),
  refuses('without a picker it is 12:00: a max of eleven', { max: '2026-03-10T11:00' }, '10/03/2026', limits('', '10/03/2026'), on('2026-03-10')),
]

export const date = [
  ...typed,
  ...formats,
  ...fixed,
  ...counted,
  ...combined,
  ...times,
  accepts('a default is shown in the format and read again', { format: 'MM/DD/YYYY', default: '2026-03-10' }, undefined, on('2026-03-10')),
  accepts('a default with its time', { time: true, default: '2026-03-10T09:05' }, undefined, on('2026-03-10T09:05')),
  accepts('what is known as people write it', {}, undefined, { field: { mapping: 'nato' }, known: { nato: '01/05/1980' }, wire: '1980-05-01' }),
  ...heldRules('date', {
    settings: {},
    datum: '1980-05-01',
    known: '1980-05-01',
    preset: '2026-01-02',
    typed: '10/03/2026',
    wire: '2026-03-10',
    empty: '',
  }),
]
