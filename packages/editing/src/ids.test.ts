import type { Definition, Tag } from '@sportello/contract'
import { expect, test } from 'vitest'
import { withIds, withNewIds } from './ids.ts'

const field = (code: string, id?: string) => ({
  type: 'PROPERTY',
  ordering: 1,
  ...(id && { id }),
  value: { property_code: code, property_description: code, default_value: { input_type: 'text' } },
})
const html = (value: string) => ({ type: 'HTML', ordering: 1, value })
const step = (code: string, { id, fields = [], children = [] }: { id?: string; fields?: object[]; children?: object[] } = {}) => ({
  code_tag: code,
  tag_description: code,
  ...(id && { id }),
  form_fields: fields,
  children,
})
const form = (...children: object[]) => ({ ...step('form', { children }), form_params: {} }) as unknown as Definition
const idsOf = (definition: Pick<Tag, 'children'>): unknown => definition.children.map((tag) => [tag.id, tag.form_fields.map(({ id }) => id), idsOf(tag)])

test('withIds keeps unique ids, and replaces ids that are missing, duplicate or too long', () => {
  const given = form(
    step('a', { id: 'kept', fields: [field('x', 'kept'), field('y')] }),
    step('b', { id: 'kept' }),
    step('root', { id: 'i'.repeat(81) }),
    step('kept-2'),
  )
  expect(idsOf(withIds(given))).toEqual([
    ['kept', ['a-0', 'a-1'], []],
    ['b', [], []],
    ['root-2', [], []],
    ['kept-2', [], []],
  ])
  expect(withIds(given)).toEqual(withIds(given))
})

test('withIds assigns to steps without ids the ids of stored steps with the same codes', () => {
  const stored = form(step('a', { id: 's1', fields: [html('one'), field('x', 'f1'), html('two')] }), step('b', { id: 's2' }))
  const sent = form(step('b', { children: [step('a', { fields: [field('new'), html('one'), html('two'), field('x')] })] }))
  const stable = withIds(stored)
  expect(idsOf(withIds(sent, stable))).toEqual([['s2', [], [['s1', ['a-0-2', 'a-0', 'a-2', 'f1'], []]]]])
})

test('withNewIds assigns new ids in a copied branch, and keeps steps inside the copy paired with their translations', () => {
  const branch = step('a', {
    id: 's1',
    fields: [field('x', 'f1')],
    children: [
      { ...step('b', { id: 's2' }), twin_of: 's1' },
      { ...step('c', { id: 's3' }), twin_of: 'outside' },
    ],
  })
  let count = 0
  const copy = withNewIds(branch as unknown as Tag, () => `n${++count}`)
  expect([copy.id, copy.form_fields[0]?.id, ...copy.children.map(({ id, twin_of }) => [id, twin_of])]).toEqual(['n1', 'n2', ['n3', 'n1'], ['n4', undefined]])
})
