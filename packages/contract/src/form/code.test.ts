import { expect, test } from 'vitest'
import { code } from './code.ts'

test.each<[value: unknown, valid: boolean, why: string]>([
  ['a', true, 'one letter'],
  ['buche-stradali_2', true, 'letters, digits, dashes and underscores'],
  ['a'.repeat(64), true, '64 characters'],
  ['a'.repeat(65), false, '65 characters'],
  ['', false, 'nothing'],
  ['a b', false, 'a space'],
  ['è', false, 'a letter outside ASCII'],
  ['a\n', false, 'a line break at the end'],
  ['../a', false, 'a path'],
  ['a\0', false, 'a NUL'],
  ['__proto__', false, '__proto__, because JSON parsers reject it as a key'],
  ['constructor', true, 'the name of an inherited object property'],
  [5, false, 'no text'],
])('the schema of codes accepts %j: %j (%s)', (value, valid) => {
  expect(code.safeParse(value).success).toBe(valid)
})
