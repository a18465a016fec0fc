import { expect, test } from 'vitest'
import { type Difference, differencesOf } from './differences.ts'

test.each<[string, unknown, unknown, Difference[]]>([
  ['a value changed', { value: 'a' }, { value: 'b' }, [{ path: 'value', before: 'a', after: 'b' }]],
  ['something was added', null, { value: 'a' }, [{ path: 'value', after: 'a' }]],
  ['something was deleted', { value: 'a' }, null, [{ path: 'value', before: 'a' }]],
  ['what stayed is left out', { a: 1, b: { c: true } }, { a: 1, b: { c: false } }, [{ path: 'b.c', before: 'true', after: 'false' }]],
  ['absent, null and empty are the same nothing', { a: null, b: '' }, { c: undefined }, []],
  ['a list of words is one text', { a: ['x'] }, { a: ['x', 'y'] }, [{ path: 'a', before: 'x', after: 'x, y' }]],
  ['a list of things is told by place', { a: [{ b: 1 }] }, { a: [{ b: 1 }, { b: 2 }] }, [{ path: 'a.1.b', after: '2' }]],
  [
    'a value that became a thing is told as both',
    { a: 'x' },
    { a: { b: 1 } },
    [
      { path: 'a', before: 'x' },
      { path: 'a.b', after: '1' },
    ],
  ],
  ['two plain values', 'x', 'y', [{ path: '', before: 'x', after: 'y' }]],
  ['a key that every object has', { constructor: 'x' }, {}, [{ path: 'constructor', before: 'x' }]],
])('%s', (_what, before, after, told) => expect(differencesOf(before, after)).toEqual(told))
