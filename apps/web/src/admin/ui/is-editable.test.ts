import { expect, test } from 'vitest'
import { isEditable } from './is-editable.ts'

const draft = { description: 'x', params: { captcha: true }, logoParams: [{ alt: 'a' }], metadata: 'a=1', reach: ['one'] }

test.each(['description', 'params.captcha', 'params.max_requests', 'logoParams.0.alt', 'reach'])(
  'isEditable returns true for the conflicting value %s, which has a field in the modal',
  (path) => {
    expect(isEditable(draft, path)).toBe(true)
  },
)

test.each(['version', 'tag_exists', 'metadata.a', 'logoParams.1.alt', 'other.key', 'params'])(
  'isEditable returns false for the conflicting value %s, which has no field in the modal',
  (path) => {
    expect(isEditable(draft, path)).toBe(false)
  },
)
