import { ERROR_STATUS, type ErrorCode, type ErrorEntry, isErrorCode } from '@sportello/contract'
import { phrases } from '@sportello/phrases'
import { describe, expect, test } from 'vitest'
import { isGone, messagesOf, redirectOf, retryHelps } from './refusal.ts'

const t = (key: keyof typeof phrases.it.visitor) => phrases.it.visitor[key]
const entry = (code: ErrorCode, more: Partial<ErrorEntry['data']> = {}, severity: ErrorEntry['severity'] = 'high'): ErrorEntry => ({
  severity,
  data: { code, params: [], message: code, ...more },
})
const refused = (...errors: ErrorEntry[]) => ({ errors, status: errors[0] ? ERROR_STATUS[errors[0].data.code] : 0 })
const CODES = Object.keys(ERROR_STATUS).filter(isErrorCode)

describe('retryHelps (whether a retry of a failed call may succeed)', () => {
  const HELPS = new Set(
    ['0002', '0007', '0010', '0016', '0045', '_integrations0002', '_integrations0003', '_integrations0004', '_integrations0006'].map((code) => `forms${code}`),
  )
  test.each(CODES)('returns true for the error %s only if that error is temporary', (code) => expect(retryHelps(refused(entry(code)))).toBe(HELPS.has(code)))

  test.each([
    [{ errors: [], status: 0 }, true, 'no answer'],
    [{ errors: [], status: 200 }, true, 'a status 200 without a readable body'],
    [{ errors: [entry('forms0046')], status: 409 }, true, 'forms0046 with 409: the first request is still running'],
    [{ errors: [entry('forms0046')], status: 422 }, false, 'forms0046 with 422: the idempotency key belongs to another request'],
    [refused(entry('forms0038'), entry('forms0043')), false, 'wrong answers'],
  ])('returns for %j the value %s (%s)', (error, helps) => expect(retryHelps(error)).toBe(helps))
})

test.each<[ReturnType<typeof refused>, string[], string]>([
  [refused(), [t('errore_rete')], 'a network failure'],
  [{ errors: [], status: 502 }, [t('servizio_non_disponibile')], 'a response body that cannot be parsed'],
  [refused(entry('forms0024'), entry('forms0024')), ['forms0024'], 'duplicates are removed'],
  [refused(entry('forms0024', {}, 'low')), [], 'low severity is ignored'],
  [refused(entry('forms0024', {}, 'low'), entry('forms0020', {}, 'medium')), ['forms0020'], 'medium severity is shown'],
  [refused(entry('forms0024', { message: '' })), [t('errore_recupero_dati')], 'an error without a message'],
  [refused(entry('http_not_found')), [t('non_trovato')], 'http_not_found'],
])('messagesOf (the messages of a failed API call), called with the error %j, returns %j (%s)', (error, messages) =>
  expect(messagesOf(error, t)).toEqual(messages),
)

test.each(CODES)('isGone and redirectOf treat the error %s as the error catalogue specifies', (code) => {
  expect(isGone(refused(entry(code)))).toBe(code === 'forms0001' || code === 'forms0022')
  expect(redirectOf(refused(entry(code)))).toBe(code === 'forms0041' ? '/unauthorized' : undefined)
})

test.each([
  ['/comune/surveyCompiled', '/comune/surveyCompiled'],
  ['//evil.invalid', undefined],
  ['/\\evil.invalid', undefined],
  ['https://evil.invalid', undefined],
  ['javascript:alert(1)', undefined],
  ['', undefined],
])('redirectOf returns for the redirect path %j in an error the value %j', (redirect, address) =>
  expect(redirectOf(refused(entry('forms0023', { redirect })))).toBe(address),
)
