import { isWebhookSecret } from '@sportello/contract/schemas'
import { expect, test } from 'vitest'
import { changedRow, type DestinationDraft, destinationOf, destinationRows, newWebhookSecret, withoutSecrets } from './destination-draft.ts'

const hook: DestinationDraft = { kind: 'webhook', name: 'desk', url: 'https://hooks.example/' }

test('destinationOf sends one destination in the stored format (object or list), several destinations as a list, and undefined if there are none', () => {
  const alone = hook as never
  expect(destinationRows(alone)).toEqual([hook])
  expect(destinationOf([hook], alone)).toEqual(hook)
  expect(destinationOf([hook], [alone] as never)).toEqual([hook])
  expect(destinationOf([hook, hook], alone)).toEqual([hook, hook])
  expect(destinationOf([], alone)).toBeUndefined()
  expect(destinationRows(undefined)).toEqual([])
})

test.each<[Record<string, unknown>, object, string]>([
  [{ url: '' }, { kind: 'webhook', name: 'desk' }, 'drops an empty value'],
  [{ name: '' }, { kind: 'webhook', url: 'https://hooks.example/' }, 'drops an empty name'],
  [{ secret: '' }, { ...hook, secret: '' }, 'keeps an empty secret, which deletes the stored one'],
  [{ app_token: '' }, { ...hook, app_token: '' }, 'keeps an empty application token, which deletes the stored one'],
  [{ state_secret: '' }, { ...hook, state_secret: '' }, 'keeps an empty secret for states, which deletes the stored one'],
  [{ secret: undefined }, hook, 'drops an undefined secret, which keeps the stored one'],
  [{ kind: 'email' }, { kind: 'email', name: 'desk' }, 'keeps only the name when the kind changes'],
])('changedRow (a destination with some values changed), called with the change %j, returns %j (%s)', (part, expected, _why) =>
  expect(changedRow(hook, part)).toEqual(expected),
)

test('newWebhookSecret returns a different valid secret at each call', () => {
  const made = Array.from({ length: 20 }, newWebhookSecret)
  expect(made.every(isWebhookSecret)).toBe(true)
  expect(new Set(made).size).toBe(20)
})

test('withoutSecrets leaves out every secret of a destination', () => {
  expect(withoutSecrets({ ...hook, secret: 'a', previous_secret: 'b', state_secret: 'c', token: 'd', app_token: 'e' })).toEqual(hook)
})
