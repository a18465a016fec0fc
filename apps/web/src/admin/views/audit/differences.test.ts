import { expect, test } from 'vitest'
import { type Difference, differencesOf } from './differences.ts'

test.each<[string, unknown, unknown, Difference[]]>([
  ['reports a changed value', { value: 'a' }, { value: 'b' }, [{ path: 'value', before: 'a', after: 'b' }]],
  ['reports an added object', null, { value: 'a' }, [{ path: 'value', after: 'a' }]],
  ['reports a deleted object', { value: 'a' }, null, [{ path: 'value', before: 'a' }]],
  ['leaves out unchanged values', { a: 1, b: { c: true } }, { a: 1, b: { c: false } }, [{ path: 'b.c', before: 'true', after: 'false' }]],
  ['treats absent, null and empty alike', { a: null, b: '' }, { c: undefined }, []],
  ['joins a list of plain values to one text', { a: ['x'] }, { a: ['x', 'y'] }, [{ path: 'a', before: 'x', after: 'x, y' }]],
  ['compares a list of objects by position', { a: [{ b: 1 }] }, { a: [{ b: 1 }, { b: 2 }] }, [{ path: 'a.1.b', after: '2' }]],
  [
    'reports a value that became an object as deleted and its keys as added',
    { a: 'x' },
    { a: { b: 1 } },
    [
      { path: 'a', before: 'x' },
      { path: 'a.b', after: '1' },
    ],
  ],
  ['compares two plain values', 'x', 'y', [{ path: '', before: 'x', after: 'y' }]],
  ['reports a key that every JavaScript object inherits', { constructor: 'x' }, {}, [{ path: 'constructor', before: 'x' }]],
])('differencesOf (the differences between two versions of a resource) %s', (_what, before, after, differences) =>
  expect(differencesOf(before, after)).toEqual(differences),
)
