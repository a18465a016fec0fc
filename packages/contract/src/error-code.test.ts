import { describe, expect, test } from 'vitest'
import { ERROR_STATUS, type ErrorCode, isErrorCode } from './error-code.ts'
import { ERROR_REDIRECT } from './error-redirect.ts'

/** The HTTP status of each error code according to the wire contract ("Small print, settled", Calls). */
const SETTLED: readonly [status: number, codes: string[]][] = [
  [400, ['forms0017', 'forms0044', 'forms_mgmt0001', 'forms_integrations0001', 'forms_integrations0005']],
  [401, ['forms0011']],
  [403, ['forms0006', 'forms0014', 'forms0018', 'forms0041']],
  [404, ['forms0001', 'forms0003', 'forms0021', 'forms0022', 'forms_mgmt0002']],
  [409, ['forms0009', 'forms0023', 'forms0027', 'forms0042', 'forms_mgmt0003', 'forms_mgmt0004']],
  [410, ['forms0005', 'forms0040', 'forms_mgmt0005']],
  [413, ['forms0019']],
  [415, ['forms0032']],
  [422, ['forms0013', 'forms0020', 'forms0026', 'forms0030', 'forms0031', 'forms0034', 'forms0036', 'forms0038', 'forms0043', 'forms0046']],
  [429, ['forms0024', 'forms0045']],
  [500, ['forms0007']],
  [502, ['forms_integrations0002', 'forms_integrations0003']],
  [503, ['forms0002', 'forms0010', 'forms0016', 'forms_integrations0004', 'forms_integrations0006']],
]

/** The error codes listed in section 8 of the visitor specification and of the administrator specification. */
const CATALOGUE = [
  ...[1, 22, 2, 3, 21, 42, 40, 5, 6, 14, 18, 7, 9, 10, 11, 13, 16, 17, 19, 20, 23, 24, 26, 27, 30, 31, 32, 34, 36, 38, 41].map((n) => ['forms', n] as const),
  ...[1, 2, 3, 4, 5, 6].map((n) => ['forms_integrations', n] as const),
  ...[1, 2, 3].map((n) => ['forms_mgmt', n] as const),
].map(([group, n]) => `${group}${String(n).padStart(4, '0')}`)

const rows = SETTLED.flatMap(([status, codes]) => codes.map((code) => ({ code, status })))

describe('error catalogue', () => {
  test.each(rows)('$code has the HTTP status $status that the wire contract defines', ({ code, status }) => {
    expect(ERROR_STATUS[code as ErrorCode]).toBe(status)
  })

  test.each(CATALOGUE)('%s, an error code in the specifications, has an HTTP status', (code) => {
    expect(isErrorCode(code)).toBe(true)
    expect(rows.map((row) => row.code)).toContain(code)
  })

  test('contains only the error codes of the specifications and the codes that begin with http_', () => {
    const added = Object.keys(ERROR_STATUS).filter((code) => !rows.some((row) => row.code === code))
    expect(added.every((code) => /^http_[a-z_]+$/.test(code))).toBe(true)
  })

  test('assigns an HTTP status of at least 400 to every error, and 500 only to forms0007 (internal error)', () => {
    const statuses = Object.entries(ERROR_STATUS)
    expect(statuses.filter(([, status]) => status < 400)).toEqual([])
    expect(statuses.filter(([, status]) => status === 500).map(([code]) => code)).toEqual(['forms0007'])
  })

  test('isErrorCode rejects inherited object properties', () => {
    expect(isErrorCode('toString')).toBe(false)
    expect(isErrorCode('__proto__')).toBe(false)
  })

  test('forms0041 (session without access) redirects to /unauthorized', () => {
    expect(ERROR_REDIRECT).toEqual({ forms0041: '/unauthorized' })
  })
})
