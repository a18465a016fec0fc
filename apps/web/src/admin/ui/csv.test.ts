import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test.each<[string, string[], string]>([
  ['plain', ['a', 'b'], 'a,b'],
  ['commas, quotes and lines', ['a,b', 'say "x"', 'a\nb'], '"a,b","say ""x""","a\nb"'],
  ['formulas', ['=1+1', '+39', '-1', '@x'], "'=1+1,'+39,'-1,'@x"],
  ['formulas behind blanks that are no blanks', ['\t=1', '\r=1'], `'\t=1,"'\r=1"`],
  ['formulas in wide signs', ['＝1+1', '＋1', '－1', '＠x'], "'＝1+1,'＋1,'－1,'＠x"],
])('a row of %s', (_what, row, text) => expect(csvOf([row])).toBe(`\u{FEFF}${text}\r\n`))
