import { describe, expect, test } from 'vitest'
import { htmlHeaderButton, linkAddress } from './definition.ts'

describe('URL of a header button', () => {
  test.each<[why: string, typed: string, address: string]>([
    ['an https address stays', 'https://example.org/a?b=c#d', 'https://example.org/a?b=c#d'],
    ['an http address stays', 'http://example.org', 'http://example.org'],
    ['a scheme in capitals is a scheme', 'HTTPS://example.org', 'HTTPS://example.org'],
    ['a mail address', 'mailto:ufficio@example.org', 'mailto:ufficio@example.org'],
    ['a telephone', 'tel:+390000445500', 'tel:+390000445500'],
    ['no scheme gets http', 'www.example.org/pagina', 'http://www.example.org/pagina'],
    ['no scheme but a port', 'example.org:8080/a', 'http://example.org:8080/a'],
    ['blanks around it do not count', '  example.org ', 'http://example.org'],
    ['the page’s own scheme gets http', '//example.org', 'http://example.org'],
    ['a colon in the path is no scheme', 'example.org/a:b', 'http://example.org/a:b'],
  ])('normalises the URL of the link: %s', (_why, typed, address) => {
    expect(linkAddress(typed)).toBe(address)
  })

  test.each<[why: string, typed: string]>([
    ['an empty text', ''],
    ['white space only', ' \t '],
    ['a script', 'javascript:alert(1)'],
    ['a script in capitals', 'JaVaScRiPt:alert(1)'],
    ['a script behind a blank', ' javascript:alert(1)'],
    ['a script with a tab in it', 'java\tscript:alert(1)'],
    ['a script with a line break in it', 'java\nscript:alert(1)'],
    ['a script behind a control character', '\u0001javascript:alert(1)'],
    ['a script behind an invisible character', '\ufeffjavascript:alert(1)'],
    ['a script that looks like a host', 'javascript://example.org/%0aalert(1)'],
    ['data', 'data:text/html,<script>alert(1)</script>'],
    ['another scheme', 'vbscript:msgbox(1)'],
    ['a file', 'file:///etc/passwd'],
    ['a blob', 'blob:https://example.org/1'],
    ['a scheme without a host', 'https://'],
    ['a path of this site', '/admin'],
    ['a backslash, which browsers read as a slash', 'https:\\\\example.org'],
    ['blanks inside', 'https://example.org/a b'],
  ])('rejects the URL: %s', (_why, typed) => {
    expect(linkAddress(typed)).toBeUndefined()
    expect(htmlHeaderButton.mapHtml({ url: typed, title: 'A' }, (html) => html).url).toBe('')
  })

  test('keeps the URL in the stored block as its author wrote it', () => {
    expect(htmlHeaderButton.mapHtml({ url: 'example.org', title: 'A' }, () => '')).toEqual({ url: 'example.org', title: 'A' })
  })
})
