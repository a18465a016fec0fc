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

test.each<[string, Record<string, string | null>, string]>([
  ['{% if phone %}We call {{ phone }}.{% endif %}', { phone: '' }, ''],
  ['{% if phone %}We call {{ phone }}.{% endif %}', { phone: null }, ''],
  ['{% if phone %}We call {{ phone }}.{% endif %}', { phone: '0' }, 'We call 0.'],
  ['{% unless phone %}No phone.{% endunless %}', { phone: '' }, 'No phone.'],
  ['{% if phone != "" %}Phone{% endif %}', { phone: '' }, ''],
])('in the template %s, an answer that was left empty counts as missing (%o)', (template, variables, html) => {
  expect(renderHtml(template, variables)).toBe(html)
})
