import { expect, test } from 'vitest'
import { birthCode } from './birth-code.ts'

test.each([
  ['1985-12-10', 'M', '85T10', 'December has the letter T'],
  ['1982-09-25', 'F', '82P65', '40 is added to a woman’s day'],
  ['1991-04-08', 'M', '91D08', 'a one-digit day gets a leading zero'],
  ['2001-01-01', 'F', '01A41', 'the first day of a woman; a year of one digit'],
  ['1901-01-31', 'M', '01A31', 'the century is not encoded'],
  ['2000-02-29', 'M', '00B29', '29 February of a leap year'],
  ['1996-02-29T00:00:00Z', 'F', '96B69', 'a time part is ignored'],
  ['1996-03-31 00:00', 'M', '96C31', 'a time part after a space is ignored'],
  ['1999-02-29', 'M', undefined, '29 February of another year'],
  ['1999-02-30', 'M', undefined, '30 February'],
  ['1999-04-31', 'M', undefined, '31 April'],
  ['1999-13-01', 'M', undefined, 'month 13'],
  ['1999-00-10', 'M', undefined, 'month 0'],
  ['1999-01-00', 'M', undefined, 'day 0'],
  ['1999-1-1', 'M', undefined, 'no leading zeros'],
  ['1999-01-011', 'M', undefined, 'a three-digit day'],
  ['01/02/1999', 'M', undefined, 'day, month, year'],
  ['+11999-01-01', 'M', undefined, 'a year of five digits'],
  ['', 'M', undefined, 'nothing'],
] as const)('birthCode returns for the birthday %s and the sex %s the characters %s: %s', (birthday, gender, code) =>
  expect(birthCode(birthday, gender)).toBe(code),
)

test('birthCode uses the letters for the months that the decree specifies', () => {
  const codes = Array.from({ length: 12 }, (_, month) => birthCode(`1970-${String(month + 1).padStart(2, '0')}-01`, 'M')?.charAt(2))
  expect(codes.join('')).toBe('ABCDEHLMPRST')
})
