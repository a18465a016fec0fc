import { expect, test } from 'vitest'
import { rememberedOption, rememberLabels } from './looked-up-labels.ts'

test('the label of an option is remembered for its service only, and the newest label counts', () => {
  rememberLabels('schools', [{ key: 'a', value: 'School A' }])
  rememberLabels('schools', [{ key: 'a', value: 'School A (closed)' }])
  expect(rememberedOption('schools', 'a')).toEqual({ key: 'a', value: 'School A (closed)' })
  expect(rememberedOption('streets', 'a')).toBeUndefined()
})

test('the oldest of more than 5,000 labels is forgotten', () => {
  rememberLabels(
    'streets',
    Array.from({ length: 5_000 }, (_, at) => ({ key: `${at}`, value: `Street ${at}` })),
  )
  expect(rememberedOption('streets', '0')).toEqual({ key: '0', value: 'Street 0' })
  rememberLabels('streets', [{ key: 'new', value: 'New street' }])
  expect(rememberedOption('streets', '0')).toBeUndefined()
  expect(rememberedOption('streets', 'new')).toEqual({ key: 'new', value: 'New street' })
})
