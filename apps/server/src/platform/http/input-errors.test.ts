import { LANGUAGES } from '@sportello/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { openOperatorSession } from '../../management/operator-session.ts'

let server: TestServer
let credential: string
beforeAll(async () => {
  server = await startTestServer()
  await server.load(sampleBundle())
  credential = await openOperatorSession(server.database, 'operator')
})
afterAll(() => server.close())

const form = (more: object) => ({
  code_form: 'faults',
  description: 'A form',
  code_tag: 'absent',
  client_url: 'https://client.example/',
  active: true,
  params: {},
  logoParams: [],
  templateParams: { name: 'default2022', params: {} },
  liveChatParams: {},
  ...more,
})
async function refused(path: string, body: object, language = 'en') {
  const { status, body: answer } = await server.call('POST', `/managements${path}`, {
    body: JSON.stringify(body),
    headers: { Authorization: `Bearer ${credential}`, 'content-type': 'application/json', 'Accept-Language': language },
  })
  expect(status).toBe(400)
  return answer.errors.map(({ data }) => data as { field: string; params: string[]; message: string })
}
const hook = { kind: 'webhook', url: 'https://hooks.example/', secret: `whsec_${Buffer.alloc(32).toString('base64')}` }
const desk = (fields: number) => ({
  kind: 'zammad',
  url: 'https://desk.example/',
  token: 'a',
  group: 'Users',
  fields: Object.fromEntries(Array.from({ length: fields }, (_, at) => [`field_${at}`, 'x'])),
})

test.each<[string, object, string, string, RegExp]>([
  ['/settings/systems', { value: 'x' }, 'code', 'missing', /required/],
  ['/settings/systems', { code: '', value: 'x' }, 'code', 'missing', /required/],
  ['/settings/systems', { code: 'x'.repeat(200), value: 'x' }, 'code', 'too_long', /128 characters at most/],
  ['/settings/systems', { code: 7, value: 'x' }, 'code', 'wrong_type', /right type/],
  ['/settings/systems', { code: 'time_zone', value: 'Mars' }, 'value', 'format', /how it is written/],
  ['/settings/forms', form({}), 'code_tag', 'absent', /does not exist/],
  ['/settings/forms', form({ code_form: 'forms-service' }), 'code_form', 'reserved', /reserved/],
  ['/settings/forms', form({ liveChatParams: { chatType: 'PIGEON' } }), 'liveChatParams.chatType', 'not_offered', /CRISP, EBBY/],
  ['/settings/forms', form({ params: { max_requests: -1 } }), 'params.max_requests', 'too_small', /minimum is/],
  ['/settings/forms', form({ params: { destination: { ...hook, url: 'javascript:alert(1)' } } }), 'params.destination.url', 'format', /how it is written/],
  ['/settings/forms', form({ params: { destination: [hook, { ...hook, name: 'b', spam: 1 }] } }), 'params.destination.1.spam', 'unknown', /no such field/],
  [
    '/settings/forms',
    form({ params: { destination: { kind: 'pigeon' } } }),
    'params.destination.kind',
    'not_offered',
    /email, webhook, zammad, redmine, osticket, jira, glpi/,
  ],
  ['/settings/forms', form({ params: { destination: 'a desk' } }), 'params.destination', 'format', /how it is written/],
  ['/settings/forms', form({ params: { destination: desk(51) } }), 'params.destination.fields', 'too_many', /too many: 50 at most/i],
  [
    '/settings/forms',
    form({ code_tag: 'sample-root', params: { oidc: { issuer: 'https://10.0.0.1/', client_id: 'x' } } }),
    'params.oidc.issuer',
    'inside_address',
    /must be https and public/,
  ],
])('the endpoint %s rejects the body %j and reports at the field %s the reason %s', async (path, body, field, reason, message) => {
  const told = await refused(path, body)
  expect(told).toContainEqual(expect.objectContaining({ field, params: expect.arrayContaining([reason]), message: expect.stringMatching(message) }))
})

test('the messages of input errors are complete sentences in every language and do not repeat the input', async () => {
  const evil = '<img src=x onerror=alert(1)>{1}'
  const told = await Promise.all(LANGUAGES.map((language) => refused('/settings/systems', { code: evil.repeat(20), value: '', [evil]: 1 }, language)))
  expect(new Set(told.map(([first]) => first?.message)).size).toBe(LANGUAGES.length)
  expect(
    told
      .flat()
      .map(({ message }) => message)
      .join(),
  ).not.toMatch(/\{\d\}|<img/)
})
