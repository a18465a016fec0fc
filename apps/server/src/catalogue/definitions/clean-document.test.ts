import type { Definition } from '@sportello/contract'
import { expect, test } from 'vitest'
import { cleanDocument } from './clean-document.ts'

const documentWith = (html: string) =>
  JSON.stringify({ code_tag: 'a', tag_description: 'A', form_params: {}, form_fields: [{ type: 'HTML', ordering: 1, value: html }], children: [] })
const htmlOf = ({ form_fields: [field] }: Definition) => (field as { value: string }).value

test('a stored document with forbidden HTML is cleaned every time it is read', () => {
  const text = documentWith('<p>Ciao</p><script>alert(1)</script>')
  for (let time = 0; time < 3; time++) expect(htmlOf(cleanDocument(text))).toBe('<p>Ciao</p>')
})

test('a clean document stays as it is, also after another version of it had forbidden HTML', () => {
  const text = documentWith('<p>Ciao <a href="https://example.org" rel="noopener noreferrer">qui</a></p>')
  for (let time = 0; time < 2; time++) expect(cleanDocument(text)).toEqual(JSON.parse(text))
  expect(htmlOf(cleanDocument(text.replace('Ciao', '<img src=x onerror=alert(1)>Ciao')))).not.toContain('onerror')
})
