import type { Tag } from '@sportello/contract'
import { expect, test } from 'vitest'
import { pathsOfTests } from './paths-of-tests.ts'

const step = (code: string, ...children: Tag[]): Tag => ({
  code_tag: code,
  tag_description: code.toUpperCase(),
  form_fields: [{ id: `${code}-0`, type: 'HTML', ordering: 1, value: code }],
  children,
})
const document = {
  ...step('root', step('it', step('street', step('hole'), step('light')), step('waste', step('bin'))), step('en', step('road'))),
  form_params: {},
}
const codesOf = (tag: Tag): string => (tag.children.length === 0 ? tag.code_tag : `${tag.code_tag}(${tag.children.map(codesOf).join(' ')})`)

test('keeps the steps on the way to the tested ones, the first options, and the options of a tested step', () => {
  expect(codesOf(pathsOfTests(document, new Set(['hole'])))).toBe('root(it(street(hole)) en)')
  expect(codesOf(pathsOfTests(document, new Set(['hole', 'bin', 'road'])))).toBe('root(it(street(hole) waste(bin)) en(road))')
  const street = pathsOfTests(document, new Set(['street'])).children[0]?.children[0]
  expect(street).toEqual({
    ...step('street'),
    children: [
      { ...step('hole'), form_fields: [] },
      { ...step('light'), form_fields: [] },
    ],
  })
  expect(codesOf(pathsOfTests(document, new Set(['gone'])))).toBe('root(it en)')
  expect(codesOf(pathsOfTests(document, new Set(['root'])))).toBe('root(it en)')
})
