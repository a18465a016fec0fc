import { expect, test } from 'vitest'
import { renderHtml } from './text-templates.ts'

test.each([
  ['one\ntwo', 'one<br>two'],
  ['one\r\ntwo', 'one<br>two'],
  ['<b>one</b>\n&', '&lt;b&gt;one&lt;/b&gt;<br>&amp;'],
  [`"it's"`, '&#34;it&#39;s&#34;'],
])('renderHtml keeps the line breaks of the answer %j and escapes its HTML', (story, html) => {
  expect(renderHtml('<p>{{ story }}</p>', { story })).toBe(`<p>${html}</p>`)
})
