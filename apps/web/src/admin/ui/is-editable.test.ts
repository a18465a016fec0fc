import { expect, test } from 'vitest'
import { isEditable } from './is-editable.ts'

const draft = { description: 'x', params: { captcha: true }, logoParams: [{ alt: 'a' }], metadata: 'a=1', reach: ['one'] }

test.each(['description', 'params.captcha', 'params.max_requests', 'logoParams.0.alt', 'reach'])(
  'a conflict at %s can be decided, because the modal edits it',
  (path) => {
    expect(isEditable(draft, path)).toBe(true)
  },
)

test.each(['version', 'tag_exists', 'metadata.a', 'logoParams.1.alt', 'other.key', 'params'])('a conflict at %s cannot be decided in the modal', (path) => {
  expect(isEditable(draft, path)).toBe(false)
})
