import { expect, test } from 'vitest'
import { renderHtml } from './text-templates.ts'

test.each([
  ['one\ntwo', 'one<br>two'],
  ['one\r\ntwo', 'one<br>two'],
  ['<b>one</b>\n&', '&lt;b&gt;one&lt;/b&gt;<br>&amp;'],
  [`"it's"`, '&#34;it&#39;s&#34;'],
])('writes %j with its line breaks and without markup of its own', (story, html) => {
  expect(renderHtml('<p>{{ story }}</p>', { story })).toBe(`<p>${html}</p>`)
})
