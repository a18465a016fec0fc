import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { breakable, withContacts } from './breakable.tsx'

const html = (text: string) => renderToStaticMarkup(withContacts(text))

test.each<[text: string, links: string[]]>([
  ['Chiama 0000 771 300 o scrivi a segreteria@faro.example.org.', ['tel:0000771300', 'mailto:segreteria@faro.example.org']],
  ['(info@x.example, +39 0000 771300)', ['mailto:info@x.example', 'tel:+390000771300']],
  ['P. IVA 01234567890, entro il 10 12 o dal 2026', []],
  ['<b>@</b> a@ @b', []],
])('of “%s” the links are %j', (text, links) => {
  expect([...html(text).matchAll(/href="([^"]+)"/g)].map(([, link]) => link)).toEqual(links)
  expect(html(text).replaceAll(/<[^>]+>/g, '')).toBe(renderToStaticMarkup(text))
})

test('an address is broken after its @ and before its dots only', () => {
  expect(renderToStaticMarkup(breakable('da a.b@c.example.'))).toBe('da <span class="address">a<wbr/>.b@<wbr/>c<wbr/>.example.</span>')
})
