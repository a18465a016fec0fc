import { expect, test } from 'vitest'
import { withLocalNumbers } from './fill.ts'

test.each([
  ['0.5', 'it', '0,5'],
  ['0.5', 'en', '0.5'],
  ['-1.25', 'de', '-1,25'],
  ['1.5 MB', 'fr', '1,5 MB'],
  ['24', 'it', '24'],
  ['1.2.png', 'it', '1.2.png'],
  ['1.5 foto.png', 'it', '1.5 foto.png'],
  ['png, txt', 'it', 'png, txt'],
])('%s in %s is %s', (param, language, shown) => {
  expect(withLocalNumbers([param], language)).toEqual([shown])
})
