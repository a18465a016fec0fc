import type { ListedService, OfferedOptions } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { httpService } from '../../../test/data-source-bundle.ts'
import { startManagementCase } from '../../../test/management-case.ts'
import { startUpstream } from '../../../test/upstream.ts'

const CANARY = 'a key of the office'
let it: Awaited<ReturnType<typeof startManagementCase>>
let upstream: Awaited<ReturnType<typeof startUpstream>>
const OURS = ['broken', 'clinics', 'months']
const asked: string[] = []

beforeAll(async () => {
  it = await startManagementCase()
  upstream = await startUpstream()
  upstream.on('clinics', (request, response) => {
    asked.push(request.url ?? '')
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ data: { items: [{ id: 7, name: 'Clinica Lume' }] } }))
  })
  upstream.on('broken', (_request, response) => void response.writeHead(500).end(CANARY))
  await it.server.load({
    integrations: [
      httpService('clinics', upstream.url('clinics'), { headers: { 'x-key': CANARY }, input: { region: 'string', beds: 'integer' }, cache_s: 60 }),
      httpService('broken', upstream.url('broken')),
      { service: 'months', kind: 'static', options: [{ key: '1', value: 'Gennaio' }] },
    ],
  })
})
afterAll(async () => {
  await it.server.close()
  await upstream.close()
})

const trial = (service: string, body: unknown, as = 'author') => it.call<OfferedOptions>('POST', `/services/${service}/trial`, { as, body })

describe('GET /managements/services', () => {
  test('lists the data sources sorted by code, with their inputs but without URLs and headers', async () => {
    const { status, body } = await it.call<ListedService[]>('GET', '/services', { as: 'author' })
    expect(status).toBe(200)
    expect(body.data?.filter(({ service }) => OURS.includes(service))).toEqual([
      { service: 'broken', kind: 'http', inputs: [] },
      {
        service: 'clinics',
        kind: 'http',
        inputs: [
          { key: 'beds', type: 'integer' },
          { key: 'region', type: 'string' },
        ],
      },
      { service: 'months', kind: 'static', inputs: [] },
    ])
  })

  test('is rejected without a session', async () => {
    expect((await it.call('GET', '/services', { as: null })).status).toBe(401)
  })
})

describe('POST /managements/services/{service}/trial', () => {
  test('returns the options that the data source offers for the inputs, and calls it each time without a cache', async () => {
    for (const region of ['Lombardia', 'Lombardia'])
      expect(await trial('clinics', { region, beds: 20 })).toMatchObject({ status: 200, body: { data: { options: [{ key: '7', value: 'Clinica Lume' }] } } })
    expect(asked.map((url) => new URL(url, upstream.url('')).searchParams.get('region'))).toEqual(['Lombardia', 'Lombardia'])
    expect((await trial('months', {})).body.data?.options).toEqual([{ key: '1', value: 'Gennaio' }])
  })

  test.each<[why: string, service: string, body: unknown, status: number, code: string]>([
    ['an input of another type', 'clinics', { region: 'Lombardia', beds: 'twenty' }, 400, 'forms_integrations0001'],
    ['an input that the service does not take', 'clinics', { region: 'Lombardia', beds: 1, admin: true }, 400, 'forms_integrations0001'],
    ['an unknown service', 'nothing', {}, 404, 'http_not_found'],
    ['a code that is none', "'; drop table integrations; --", {}, 404, 'http_not_found'],
    ['a list in place of the inputs', 'clinics', [], 400, 'forms_mgmt0001'],
    ['a service that fails', 'broken', {}, 502, 'forms_integrations0003'],
  ])('rejects a trial call with %s', async (_why, service, body, status, code) => {
    const answer = await trial(encodeURIComponent(service), body)
    expect([answer.status, answer.body.errors[0]?.data.code]).toEqual([status, code])
    expect(JSON.stringify(answer.body)).not.toContain(CANARY)
  })

  test('rejects viewers, translators, and calls without a session', async () => {
    for (const as of ['viewer', 'translator']) expect((await trial('months', {}, as)).status).toBe(403)
    expect((await it.call('POST', '/services/months/trial', { as: null, body: {} })).status).toBe(401)
  })
})
