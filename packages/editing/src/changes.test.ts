import type { Definition, DraftOperation } from '@sportello/contract'
import { describe, expect, test } from 'vitest'
import { changesBetween } from './changes.ts'
import { treeOf } from './definition.ts'

const FORM = {
  code_tag: 'town',
  tag_description: 'Town',
  form_params: { auth_type: ['FREE'], otp: true },
  form_fields: [],
  children: [
    {
      id: 'roads',
      code_tag: 'roads',
      tag_description: 'Roads',
      form_fields: [],
      children: [{ id: 'hole', code_tag: 'hole', tag_description: 'Hole', form_fields: [], children: [] }],
    },
    {
      id: 'plates',
      code_tag: 'plates',
      tag_description: 'Plates',
      form_fields: [
        {
          id: 'plate',
          type: 'PROPERTY',
          ordering: 1,
          required: false,
          value: { property_code: 'plate', property_description: 'Plate', default_value: { input_type: 'text', max_len: 7 } },
        },
        { id: 'note', type: 'HTML', ordering: 2, value: '<p>Note</p>' },
      ],
      children: [],
    },
  ],
} as unknown as Definition

function changesAfter(...operations: DraftOperation[]) {
  const before = treeOf(FORM)
  const tree = treeOf(FORM)
  tree.apply(operations)
  return changesBetween(before, tree).map(({ kind, node, parent, below, path, before: was, after: is }) => ({
    kind,
    id: node.id,
    under: parent?.id,
    ...(below > 0 && { below }),
    ...(kind === 'set' && { path: path.join('.'), was, is }),
  }))
}

describe('changesBetween (the differences between two versions of a form)', () => {
  test('returns an empty list if the versions are equal', () => expect(changesBetween(treeOf(FORM), treeOf(structuredClone(FORM)))).toEqual([]))

  test.each<[string, DraftOperation[], object[]]>([
    [
      'a value of a field',
      [{ type: 'set', id: 'plate', path: ['required'], value: true }],
      [{ kind: 'set', id: 'plate', under: 'plates', path: 'required', was: false, is: true }],
    ],
    [
      'a setting deep in a field',
      [{ type: 'set', id: 'plate', path: ['value', 'default_value', 'max_len'], value: 8 }],
      [{ kind: 'set', id: 'plate', under: 'plates', path: 'value.default_value.max_len', was: 7, is: 8 }],
    ],
    [
      'a parameter of the form',
      [{ type: 'set', id: 'root', path: ['form_params', 'otp'] }],
      [{ kind: 'set', id: 'root', under: undefined, path: 'form_params.otp', was: true, is: undefined }],
    ],
    ['a step under another one', [{ type: 'move', id: 'hole', parent: 'plates', position: 'z0' }], [{ kind: 'moved', id: 'hole', under: 'plates' }]],
    ['steps in another order', [{ type: 'move', id: 'plates', parent: 'root', position: 'Zz' }], [{ kind: 'reordered', id: 'plates', under: 'root' }]],
    ['a removed branch', [{ type: 'remove', id: 'roads' }], [{ kind: 'removed', id: 'roads', under: 'root', below: 1 }]],
    [
      'a removed branch of which a step stays',
      [
        { type: 'move', id: 'hole', parent: 'root', position: 'z' },
        { type: 'remove', id: 'roads' },
      ],
      [
        { kind: 'moved', id: 'hole', under: 'root' },
        { kind: 'removed', id: 'roads', under: 'root', below: 1 },
      ],
    ],
    [
      'an added branch, once',
      [
        {
          type: 'insert',
          nodes: [
            { id: 'new', kind: 'step', parent: 'root', position: 'z', content: { tag_description: 'New' } },
            { id: 'below', kind: 'step', parent: 'new', position: 'a', content: { tag_description: 'Below' } },
            { id: 'text', kind: 'field', parent: 'below', position: 'a', content: { type: 'HTML', ordering: 1, value: '' } },
          ],
        },
      ],
      [{ kind: 'added', id: 'new', under: 'root', below: 1 }],
    ],
    ['not the number by which fields are ordered', [{ type: 'set', id: 'note', path: ['ordering'], value: 7 }], []],
  ])('lists the expected changes: %s', (_what, operations, expected) => expect(changesAfter(...operations)).toEqual(expected))

  test('returns the differences in the order of the later version, with removed steps and fields last', () => {
    const found = changesAfter(
      { type: 'remove', id: 'roads' },
      { type: 'set', id: 'plate', path: ['required'], value: true },
      { type: 'set', id: 'root', path: ['tag_description'], value: 'City' },
      { type: 'set', id: 'plates', path: ['tag_description'], value: 'Cars' },
    )
    expect(found.map(({ kind, id }) => `${kind} ${id}`)).toEqual(['set root', 'set plates', 'set plate', 'removed roads'])
  })
})
