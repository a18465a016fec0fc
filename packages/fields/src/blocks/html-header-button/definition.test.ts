import { describe, expect, test } from 'vitest'
import { htmlHeaderButton, linkAddress } from './definition.ts'

describe('URL of a header button', () => {
  test.each<[why: string, typed: string, address: string]>([
    ['an https URL is unchanged', 'https://example.org/a?b=c#d', 'https://example.org/a?b=c#d'],
    ['an http URL is unchanged', 'http://example.org', 'http://example.org'],
    ['a scheme in upper case', 'HTTPS://example.org', 'HTTPS://example.org'],
    ['a mail address', 'mailto:ufficio@example.org', 'mailto:ufficio@example.org'],
    ['a telephone number', 'tel:+390000445500', 'tel:+390000445500'],
    ['http is added to a URL without scheme', 'www.example.org/pagina', 'http://www.example.org/pagina'],
    ['http is added to a host with a port', 'example.org:8080/a', 'http://example.org:8080/a'],
    ['surrounding spaces are removed', '  example.org ', 'http://example.org'],
    ['http is added to a URL that starts with //', '//example.org', 'http://example.org'],
    ['a colon in the path does not start a scheme', 'example.org/a:b', 'http://example.org/a:b'],
  ])('accepts and normalises the URL: %s', (_why, typed, address) => {
    expect(linkAddress(typed)).toBe(address)
  })

  test.each<[why: string, typed: string]>([
    ['an empty text', ''],
    ['white space only', ' \t '],
    ['a javascript URL', 'javascript:alert(1)'],
    ['a javascript URL in mixed case', 'JaVaScRiPt:alert(1)'],
    ['a javascript URL after a space', ' javascript:alert(1)'],
    ['a javascript URL with a tab in its scheme', 'java\tscript:alert(1)'],
    ['a javascript URL with a line break in its scheme', 'java\nscript:alert(1)'],
    ['a javascript URL after a control character', '\u0001javascript:alert(1)'],
    ['a javascript URL after an invisible character', '\ufeffjavascript:alert(1)'],
    ['a javascript URL that looks like a host', 'javascript://example.org/%0aalert(1)'],
    ['a data URL', 'data:text/html,<script>alert(1)</script>'],
    ['another scheme', 'vbscript:msgbox(1)'],
    ['a file URL', 'file:///etc/passwd'],
    ['a blob URL', 'blob:https://example.org/1'],
    ['a scheme without a host', 'https://'],
    ['a path of this site', '/admin'],
    ['a backslash, which browsers read as a slash', 'https:\\\\example.org'],
    ['spaces inside', 'https://example.org/a b'],
  ])('rejects the URL: %s', (_why, typed) => {
    expect(linkAddress(typed)).toBeUndefined()
    expect(htmlHeaderButton.mapHtml({ url: typed, title: 'A' }, (html) => html).url).toBe('')
  })

  test('is stored exactly as the author wrote it', () => {
    expect(htmlHeaderButton.mapHtml({ url: 'example.org', title: 'A' }, () => '')).toEqual({ url: 'example.org', title: 'A' })
  })
})
