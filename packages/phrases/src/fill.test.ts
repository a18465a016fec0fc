import { expect, test } from 'vitest'
import { fill, withLocalNumbers } from './fill.ts'

test.each([
  ['0.5', 'it', '0,5'],
  ['0.5', 'en', '0.5'],
  ['-1.25', 'de', '-1,25'],
  ['1.5 MB', 'fr', '1,5 MB'],
  ['24', 'it', '24'],
  ['1.2.png', 'it', '1.2.png'],
  ['1.5 foto.png', 'it', '1.5 foto.png'],
  ['png, txt', 'it', 'png, txt'],
])('withLocalNumbers writes %s in the language %s as %s', (param, language, shown) => {
  expect(withLocalNumbers([param], language)).toEqual([shown])
})

test.each([
  [['1', '2'], 'limits: from 1 to 2'],
  [['1', ''], 'limits: from 1'],
  [['', '2'], 'limits: to 2'],
])('fill removes optional parts of a phrase whose value is empty: %j', (values, sentence) => {
  expect(fill('limits:[[ from {1}]][[ to {2}]]', values)).toBe(sentence)
})
