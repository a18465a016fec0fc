import { expect, test } from 'vitest'
import { browserName } from './browser-name.ts'

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox, Linux'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0', 'Microsoft Edge, Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1', 'Safari, iOS'],
  ['Mozilla/5.0 (Unheard) Firefox/128.0', 'Firefox'],
])('browserName(%s) returns %j', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name)
})

test.each([
  undefined,
  '',
  'curl/8.5.0',
  '<script>alert(1)</script>/1.0 (evil)',
  'Anna Neri/1 x',
  '\u0000/1 x',
  `Firefox/128.0 (X11; Linux x86_64) ${'x'.repeat(600)}`,
  '('.repeat(512),
  `${'a '.repeat(250)}/`,
])('browserName(%j) returns null for an unknown browser', (userAgent) => {
  expect(browserName(userAgent)).toBeNull()
})
