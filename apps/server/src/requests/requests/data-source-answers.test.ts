import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataSourceForm, httpService } from '../../../test/data-source-bundle.ts'
import { sendForm } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { answersOf, tracesOf } from '../../../test/traces.ts'
import { json, startUpstream, type Upstream } from '../../../test/upstream.ts'

let server: TestServer
let upstream: Upstream
beforeAll(async () => {
  server = await startTestServer()
  upstream = await startUpstream()
  upstream.on('cities', (request, response) => {
    const region = new URL(request.url ?? '', 'http://x').searchParams.get('region')
    json(response, { data: { items: region === 'LOM' ? [{ id: 'mi', name: 'Milano' }] : [{ id: 'rm', name: '<b>Roma</b>' }] } })
  })
  upstream.on('down', (_request, response) => void response.writeHead(500).end())
  await server.load({
    ...dataSourceForm('asks', [
      { code: 'clinic', settings: { service_code: 'clinics' } },
      { code: 'region', settings: { input_type: 'text' } },
      { code: 'city', settings: { service_code: 'cities', payloads: [{ type: 'field', key: 'region', value: 'region' }] } },
      { code: 'broken', settings: { service_code: 'down' } },
      { code: 'away', settings: { service_code: 'away' } },
      { code: 'colour', settings: { options: { Rosso: 'red', Blu: 'blue' } } },
    ]),
    integrations: [
      { service: 'clinics', kind: 'static', options: { 'Studio I Tigli': 'tigli', 'Clinica Lago': 'lago' } },
      httpService('cities', upstream.url('cities'), { input: { region: 'string' } }),
      httpService('down', upstream.url('down')),
      httpService('away', 'http://127.0.0.1:9/'),
    ],
  })
})
afterAll(async () => {
  await server.close()
  await upstream.close()
})

const send = (fields: Record<string, unknown>) => server.call<{ ticket: string; summary_html: string }>('POST', '/forms/asks', { body: sendForm(fields) })

describe('an answer chosen from the options of a data source', () => {
  test('is stored as its key, and its label is shown with HTML characters escaped', async () => {
    const { status, body } = await send({ clinic: 'lago', region: 'LAZ', city: 'rm', colour: 'red' })
    expect(status).toBe(201)
    expect(body.data?.summary_html).toContain('Clinica Lago, LAZ, &lt;b&gt;Roma&lt;/b&gt;, , , Rosso')
    expect((await answersOf(server, body.data?.ticket)).form_fields).toEqual({ clinic: 'lago', region: 'LAZ', city: 'rm', colour: 'red' })
  })

  test('may be omitted; in that case the server does not call the data source', async () => {
    const before = upstream.seen.length
    expect((await send({ region: 'LAZ' })).status).toBe(201)
    expect(upstream.seen.length).toBe(before)
  })
})

describe('a submission with answers from a data source is rejected and stores nothing', () => {
  test.each<[fields: Record<string, unknown>, status: number, errors: [code: string, field: string][], why: string]>([
    [{ clinic: 'nowhere' }, 422, [['forms0043', 'clinic']], 'the data source does not offer the option'],
    [{ clinic: 'Clinica Lago' }, 422, [['forms0043', 'clinic']], 'the answer is the label instead of the key'],
    [{ clinic: 'toString' }, 422, [['forms0043', 'clinic']], 'the name of a built-in object property'],
    [{ clinic: 5 }, 422, [['forms0043', 'clinic']], 'a number instead of a key'],
    [{ clinic: ['lago'] }, 422, [['forms0043', 'clinic']], 'a list instead of a key'],
    [{ region: 'LOM', city: 'rm' }, 422, [['forms0043', 'city']], 'the data source offers the option for another region only'],
    [{ city: 'mi' }, 422, [['forms0043', 'city']], 'the answer that the data source needs is missing'],
    [
      { region: 'LOM', city: 'rm', clinic: 'x', colour: 'green' },
      422,
      [
        ['forms0043', 'clinic'],
        ['forms0043', 'city'],
        ['forms0043', 'colour'],
      ],
      'all errors are reported together',
    ],
    [{ broken: 'x' }, 502, [['forms_integrations0003', 'broken']], 'the data source failed, so the answer cannot be checked'],
    [
      { away: 'x', broken: 'x' },
      502,
      [
        ['forms_integrations0003', 'broken'],
        ['forms_integrations0006', 'away'],
      ],
      'two data sources failed',
    ],
    [{ colour: 'Rosso' }, 422, [['forms0043', 'colour']], 'the form itself has no such option'],
  ])('for the answers %j, with status %i and the errors %j (%s)', async (fields, status, errors) => {
    const before = await tracesOf(server)
    const answer = await send(fields)
    expect([answer.status, answer.body.errors.map(({ data }) => [data.code, data.field])]).toEqual([status, errors])
    expect(await tracesOf(server)).toEqual(before)
  })
})
