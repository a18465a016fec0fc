import type { CustomerConfiguration } from '@sportello/contract'
import { customerConfiguration } from '@sportello/contract/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.load(sampleBundle())
  await server.load(sampleBundle({ code: 'asleep', active: false }))
  await server.load(sampleBundle({ code: 'titled', params: { form_title: 'Own title', time_limit_request: 0.5, ticket_prefix: 'OWN-' } }))
})
afterAll(() => server.close())

const get = (path: string, headers: Record<string, string> = {}) => server.call<CustomerConfiguration>('GET', path, { headers })
const DAY = /^\d{4}-\d{2}-\d{2}$/

describe('GET /forms/:form', () => {
  test.each([
    [['FREE'], true, true],
    [['FREE'], undefined, false],
    [['SURVEY', 'FREE'], true, false],
  ])('with the access modes %j and review_before_send %s reports review_before_send as %s', async (auth_type, review_before_send, reported) => {
    const code = `review-${auth_type.length}-${review_before_send}`
    await server.load(sampleBundle({ code, params: { auth_type, ...(review_before_send && { review_before_send }) } }))
    expect((await get(`/forms/${code}`)).body.data?.review_before_send).toBe(reported)
  })

  test('returns the properties of the contract’s schema and no others', async () => {
    const { status, body } = await get('/forms/sample')
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: true, errors: [] })
    expect(customerConfiguration.strict().safeParse(body.data).error).toBeUndefined()
    expect(body.data).toMatchObject({
      form_code: 'sample',
      form_title: 'Form sample',
      auth_type: ['FREE'],
      code_tag: 'sample-root',
      is_active: true,
      time_limit_request: 48,
      version: 'sample-root.1',
      captcha: null,
      languages: [],
      limits: { file_bytes: 20 * 1024 * 1024, request_bytes: 50 * 1024 * 1024, files: 20 },
    })
    expect(body.data?.today).toMatch(DAY)
    expect(body.data?.tag_header).toMatchObject({ code_tag: 'sample-root', form_fields: [] })
    expect(body.data?.tag_header?.children.map((child) => child.code_tag)).toEqual(['report', 'closed', 'branch'])
  })

  test('takes a parameter from the form if the form sets it, and otherwise from the definition', async () => {
    const { body } = await get('/forms/titled')
    expect(body.data).toMatchObject({ form_title: 'Own title', time_limit_request: 0.5, auth_type: ['FREE'] })
  })

  test('returns status 200 with is_active false for an inactive form', async () => {
    const { status, body } = await get('/forms/asleep')
    expect(status).toBe(200)
    expect(body.data?.is_active).toBe(false)
  })

  test.each<[path: string, why: string]>([
    ['/forms/nobody', 'an unknown form'],
    ['/forms/SAMPLE', 'another letter case'],
    ['/forms/sample%20', 'a space in the code'],
    ['/forms/%00', 'a NUL'],
    ['/forms/..%2fsample', 'a path'],
    ['/forms/sample%27%20or%201=1', 'SQL'],
    ['/forms/__proto__', 'a prototype key'],
    [`/forms/${'a'.repeat(100)}`, 'a code that is too long'],
    ['/forms/asleep-root', 'the code of a step'],
  ])('returns status 404 with the error forms0001 for the path %s (%s)', async (path) => {
    const { status, body } = await get(path)
    expect(status).toBe(404)
    expect(body).toMatchObject({ success: false, data: null, errors: [{ data: { code: 'forms0001', params: [] } }] })
  })

  test('rejects an unknown session code', async () => {
    const { status, body } = await get('/forms/sample?code=abc')
    expect(status).toBe(401)
    expect(body.errors[0]?.data).toMatchObject({ code: 'forms0011' })
  })

  test('rejects an overlong or repeated code parameter', async () => {
    expect((await get(`/forms/sample?code=${'a'.repeat(513)}`)).status).toBe(400)
    expect((await get('/forms/sample?code=a&code=b')).status).toBe(400)
  })
})

describe('GET /forms/:form with If-None-Match', () => {
  const fetchWith = (ifNoneMatch: string) =>
    fetch(`${server.url}/forms-service/rs/v2/forms/sample`, { headers: { 'X-Api-Key': 'test-key', 'If-None-Match': ifNoneMatch } })

  test.each<[why: string, header: (etag: string) => string, status: number]>([
    ['the same validator', (etag) => etag, 304],
    ['a weak validator from a proxy', (etag) => `W/${etag}`, 304],
    ['one of several validators', (etag) => `"other", ${etag}`, 304],
    ['any', () => '*', 304],
    ['another validator', () => '"other"', 200],
    ['the validator without its quotes', (etag) => etag.replaceAll('"', ''), 200],
  ])('and %s in the header returns status $2', async (_why, header, status) => {
    const etag = (await get('/forms/sample')).headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]{22}"$/)
    const response = await fetchWith(header(etag))
    expect(response.status).toBe(status)
    expect(response.headers.get('etag')).toBe(etag)
    expect((await response.text()) === '').toBe(status === 304)
  })

  test('returns a different ETag after the form has changed', async () => {
    await server.load(sampleBundle({ code: 'moving' }))
    const first = await get('/forms/moving')
    expect((await get('/forms/moving')).headers.get('etag')).toBe(first.headers.get('etag'))
    await server.load(sampleBundle({ code: 'moving', params: { form_title: 'New' } }))
    const second = await get('/forms/moving')
    expect(second.headers.get('etag')).not.toBe(first.headers.get('etag'))
    expect(second.body.data?.form_title).toBe('New')
  })

  test('makes the browser revalidate its cached copy on each use, and forbids caching of errors', async () => {
    expect((await get('/forms/sample')).headers.get('cache-control')).toBe('no-cache')
    expect((await get('/forms/nobody')).headers.get('cache-control')).toBe('no-store')
  })
})
