import { expect, test } from 'vitest'
import { meaningOf } from './failure-text.ts'

test.each([
  ['getaddrinfo ENOTFOUND desk.example', 'failure_name', []],
  ['ECONNREFUSED', 'failure_refused', []],
  ['no answer within 10 s', 'failure_timeout', []],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'failure_certificate', []],
  ['UND_ERR_SOCKET', 'failure_cut', []],
  ['the address stands for an address that is not public', 'failure_not_public', []],
  ['answered 503', 'failure_answered', ['503']],
  ["Can't send mail - all recipients were rejected: 550 no such user", 'failure_mail_refused', ['550']],
])('explains the delivery error “%s” to the operator', (error, key, params) => expect(meaningOf(error)).toEqual({ key, params }))

test('gives no explanation for a delivery error with an unknown text', () => expect(meaningOf('out of paper')).toBeUndefined())
