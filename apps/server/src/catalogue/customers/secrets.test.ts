import { endpoints } from '@sportello/contract/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { ANSWERS, sendForm } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { openOperatorSession } from '../../management/operator-session.ts'

const CANARY = 'canary-7f3a9c'
const WEBHOOK_SECRET = `whsec_${Buffer.from(CANARY.repeat(3)).toString('base64')}`

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const bundle = sampleBundle({
    params: {
      sso_secret_aes: `${CANARY}-setting`,
      key: `${CANARY}-key`,
      destination: [
        { kind: 'webhook', url: `https://${CANARY}.example/`, secret: WEBHOOK_SECRET },
        { kind: 'zammad', url: `https://${CANARY}.example/`, token: `${CANARY}-token`, group: CANARY },
        { kind: 'redmine', url: `https://${CANARY}.example/`, token: `${CANARY}-redmine`, project: CANARY },
        { kind: 'osticket', url: `https://${CANARY}.example/`, token: `${CANARY}-osticket`, customer: `${CANARY}@example.org` },
        { kind: 'jira', url: `https://${CANARY}.example/`, token: `${CANARY}-jira`, service_desk: 1, request_type: 2 },
        { kind: 'glpi', url: `https://${CANARY}.example/`, token: `${CANARY}-glpi`, app_token: `${CANARY}-app` },
        { kind: 'email', address: `${CANARY}@example.org` },
      ],
      validation_email_template: `${CANARY}-template`,
      own_secret: CANARY,
    },
  }) as { definitions: { form_params: Record<string, unknown> }[]; forms: Record<string, unknown>[] }
  Object.assign(bundle.definitions[0]?.form_params ?? {}, {
    sso_secret_aes: `${CANARY}-definition`,
    recaptcha_secret: `${CANARY}-captcha`,
    nested: { deep: [CANARY] },
  })
  Object.assign(bundle.forms[0] ?? {}, {
    liveChatParams: { active: true, chatType: 'EBBY', secret: `${CANARY}-chat`, codCustomer: CANARY },
    mappings: [{ client: CANARY }],
    description: 'Public description',
  })
  await server.load({
    ...bundle,
    settings: [{ code: 'smtp_password', value: CANARY }],
    integrations: [
      {
        service: 'people',
        kind: 'http',
        url: `https://${CANARY}.example/people`,
        headers: { Authorization: `${CANARY}-header` },
        output: { options_path: CANARY, key: CANARY, value: CANARY },
      },
    ],
  })
})
afterAll(() => server.close())

test('no response of the public API contains a secret, in whichever setting of a form it is stored', async () => {
  const api = '/forms-service/rs/v2'
  const paths = ['', '/tags/sample-root', '/tags/report', '/tags/closed', '/tags/report/header', '/tags/nothing', '?code=x'].map(
    (path) => `${api}/forms/sample${path}`,
  )
  const answers = await Promise.all(
    [...paths, `${api}/openapi.json`, '/metrics', '/health/ready'].map(async (path) => {
      const response = await fetch(`${server.url}${path}`, { headers: { 'X-Api-Key': 'test-key' } })
      return { path, text: JSON.stringify([...response.headers]) + (await response.text()) }
    }),
  )
  const sent = await server.call('POST', '/forms/sample', { body: sendForm(ANSWERS) })
  expect(sent.status).toBe(201)
  const refused = await server.call('POST', '/forms/sample', { body: sendForm({}) })
  const leaks = [...answers, { path: 'POST', text: JSON.stringify(sent.body) }, { path: 'POST refused', text: JSON.stringify(refused.body) }].filter(
    ({ text }) => text.includes(CANARY),
  )
  expect(leaks).toEqual([])
})

/** How long a stream of events, which does not end, is read. */
const STREAM_MS = 2_000

async function beginningOf({ body }: Response): Promise<string> {
  let text = ''
  const ended = AbortSignal.timeout(STREAM_MS)
  try {
    const write = (part: string) => {
      text += part
    }
    await body?.pipeThrough(new TextDecoderStream()).pipeTo(new WritableStream({ write }), { signal: ended })
  } catch (error) {
    if (!ended.aborted) throw error
  }
  return text
}

test('no read endpoint of the dashboard API returns a stored secret', async () => {
  const credential = await openOperatorSession(server.database, 'operator')
  const known: Record<string, string> = { id: 'sample', code_tag: 'sample-root', customerCode: 'sample', page: '0', name: 'webhook' }
  const reads = Object.values(endpoints).filter(({ method, path }) => method === 'GET' && path.startsWith('/managements/'))
  const answers = await Promise.all(
    reads.map(async ({ path }) => {
      const address = path.replaceAll(/\{(\w+)\}/g, (_, part: string) => known[part] ?? 'sample')
      const isStream = path.endsWith('/events')
      const response = await fetch(`${server.url}/forms-service/rs/v2${address}`, {
        headers: { 'X-Api-Key': 'test-key', Authorization: `Bearer ${credential}` },
      })
      return { path: address, status: response.status, text: isStream ? await beginningOf(response) : await response.text() }
    }),
  )
  const secrets = [
    `${CANARY}-setting`,
    `${CANARY}-key`,
    `${CANARY}-token`,
    `${CANARY}-chat`,
    `${CANARY}-definition`,
    `${CANARY}-captcha`,
    `${CANARY}-header`,
    WEBHOOK_SECRET,
  ]
  expect(answers.filter(({ text }) => secrets.some((secret) => text.includes(secret))).map(({ path }) => path)).toEqual([])
  // Checks that the requests succeeded. Also checks that their responses contain the test values that are public, which
  // shows that the search for secret values looks at real responses.
  expect(answers.filter(({ status, text }) => status === 200 && text.includes(`${CANARY}-template`)).length).toBeGreaterThanOrEqual(2)
})

test('the database stores the secrets for which the tests search the responses', async () => {
  const [row] = await rowsOf(server, 'select params::text as params, live_chat_params::text as chat from customers')
  expect(row?.params).toContain(`${CANARY}-setting`)
  expect(row?.chat).toContain(CANARY)
})
