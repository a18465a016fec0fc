import { expect, test } from 'vitest'
import { changedPart } from './changed-part.ts'

test.each<[why: string, earlier: string, now: string, parts: [string, string, string]]>([
  ['a changed word', '<p>Ciao Anna</p>', '<p>Salve Anna</p>', ['<p>', 'Ciao', ' Anna</p>']],
  ['whole words, not the letters that differ', 'la casa rossa', 'la cassa rossa', ['la ', 'casa', ' rossa']],
  ['a removed word', 'uno due tre', 'uno tre', ['uno ', 'due ', 'tre']],
  ['an added word, of which the earlier text has nothing', 'uno tre', 'uno due tre', ['uno ', '', 'tre']],
  ['a text that only became longer', 'Ciao', 'Ciao a tutti', ['Ciao', '', '']],
  ['the same text', 'Ciao', 'Ciao', ['Ciao', '', '']],
  ['a text without anything in common', 'Ciao', 'Salve', ['', 'Ciao', '']],
  ['an emoji, which is two units of UTF-16', 'a 😀 b', 'a 😁 b', ['a ', '😀', ' b']],
  ['a repeated word', 'no no', 'no', ['no', ' no', '']],
])('the changed part of an earlier text is found with %s', (_why, earlier, now, [before, changed, after]) => {
  expect(changedPart(earlier, now)).toEqual({ before, changed, after })
  expect(before + changed + after).toBe(earlier)
})
