import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test.each<[string, string[], string]>([
  ['plain texts', ['a', 'b'], 'a,b'],
  ['commas, quotes and line breaks', ['a,b', 'say "x"', 'a\nb'], '"a,b","say ""x""","a\nb"'],
  ['formulas, with an apostrophe in front', ['=1+1', '+39', '-1', '@x'], "'=1+1,'+39,'-1,'@x"],
  ['formulas after a tab or a carriage return', ['\t=1', '\r=1'], `'\t=1,"'\r=1"`],
  ['formulas in full-width characters', ['＝1+1', '＋1', '－1', '＠x'], "'＝1+1,'＋1,'－1,'＠x"],
])('csvOf writes a CSV row that contains %s', (_what, row, text) => expect(csvOf([row])).toBe(`\u{FEFF}${text}\r\n`))
