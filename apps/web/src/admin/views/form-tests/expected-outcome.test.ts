import type { FormTestOutcome } from '@sportello/contract'
import { describe, expect, test } from 'vitest'
import { readOutcome, writtenOutcome } from './expected-outcome.ts'

const ACCEPTED: FormTestOutcome = {
  path: ['Pool', 'Course: children'],
  refused: [],
  answers: { age: 7 },
  further: { why: ['fun'] },
  opens_ticket: true,
  summary: '<p>7 years</p>',
  mails: [{ kind: 'success', recipient: 'ada@example.org', subject: 'Done', text: 'Thank you' }],
  deliveries: [{ destination: 'desk', kind: 'webhook', body: '{}' }],
}
const REFUSED: FormTestOutcome = {
  path: ['Pool'],
  refused: [
    { field: 'age', rule: 'numero_min' },
    { field: 'a: b', rule: 'unknown' },
  ],
  answers: null,
  further: null,
  opens_ticket: false,
  summary: null,
}

describe('an expected outcome that an author writes', () => {
  test.each<[string, FormTestOutcome]>([
    ['an accepted request', ACCEPTED],
    ['a rejected request', REFUSED],
    ['a request without summary and further questions', { ...ACCEPTED, summary: null, further: null }],
  ])('stays the same when it is converted to the texts of the form controls and read back: %s', (_what, outcome) => {
    expect(readOutcome(writtenOutcome(outcome))).toEqual(outcome)
  })

  test('has only a path and errors if the request is rejected, whatever the other controls say', () => {
    expect(readOutcome({ ...writtenOutcome(ACCEPTED), refused: ' age :numero_min \n\n' })).toEqual({
      ...REFUSED,
      path: ACCEPTED.path,
      refused: [{ field: 'age', rule: 'numero_min' }],
      mails: [],
      deliveries: [],
    })
  })

  test('names the controls whose text cannot be read', () => {
    expect(readOutcome({ ...writtenOutcome(ACCEPTED), refused: 'age' })).toEqual(['refused'])
    expect(readOutcome({ ...writtenOutcome(ACCEPTED), answers: '[]', further: '{' })).toEqual(['answers', 'further'])
  })
})
