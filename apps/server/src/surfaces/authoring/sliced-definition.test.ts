import type { Definition, Tag } from '@sportello/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinSlices, slicesOf } from './sliced-definition.ts'

const step = (code: string, children: Tag[]): Tag => ({ code_tag: code, tag_description: code, form_fields: [], children }) as Tag

test('a form definition that is split into slices and joined again is unchanged', () => {
  const tree = fc.letrec<{ tag: Tag }>((tie) => ({
    tag: fc
      .tuple(fc.string(), fc.oneof({ maxDepth: 4 }, fc.constant<Tag[]>([]), fc.array(tie('tag'), { maxLength: 5 })))
      .map(([code, children]) => step(code, children)),
  }))
  fc.assert(
    fc.property(tree.tag, (tag) => {
      const definition = { ...tag, form_params: { auth_type: ['FREE'] } } as Definition
      const before = structuredClone(definition)
      expect(joinSlices(structuredClone([...slicesOf(definition)]))).toEqual(before)
      expect(definition, 'is not changed').toEqual(before)
    }),
  )
})

test('a large form definition is split into several slices', () => {
  const definition = {
    ...step(
      'root',
      Array.from({ length: 1_200 }, (_, at) => step(`${at}`, [])),
    ),
    form_params: {},
  } as Definition
  const slices = [...slicesOf(definition)]
  expect(slices.map(({ length }) => length)).toEqual([500, 500, 201])
  expect(joinSlices(structuredClone(slices))).toEqual(definition)
})
