import type { DestinationDryRun } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { destinationCase, destinationForm, SECRET, type Sink, startSink } from '../../../test/destination-case.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { openOperatorSession } from '../../management/operator-session.ts'

let server: TestServer
let sink: Sink
let tickets: ReturnType<typeof destinationCase>
const credentials: Record<string, string> = {}
beforeAll(async () => {
  sink = await startSink()
  server = await startTestServer({ env: { OUTBOUND_ALLOW: '127.0.0.0/8' } })
  tickets = destinationCase(server)
  for (const code of ['ours', 'theirs', 'empty']) await server.load(destinationForm(code, { kind: 'webhook', url: sink.url, secret: SECRET }))
  for (const [username, role, customers] of [
    ['operator', 'operator', null],
    ['viewer', 'viewer', null],
    ['author', 'author', null],
    ['translator', 'translator', null],
    ['theirs', 'operator', ['theirs']],
  ] as const) {
    await rowsOf(server, 'insert into operators (username, role, customers) values ($1, $2, $3) on conflict (username) do update set role = $2', [
      username,
      role,
      customers,
    ])
    credentials[username] = await openOperatorSession(server.database, username)
  }
})
afterAll(async () => {
  await server.close()
  await sink.close()
})

async function dryRun(destination: unknown, { form = 'ours', as = 'operator' } = {}) {
  const { status, body } = await server.call<DestinationDryRun>('POST', `/managements/settings/forms/${form}/destinations/dry-run`, {
    body: JSON.stringify({ destination }),
    headers: { Authorization: `Bearer ${credentials[as]}`, 'content-type': 'application/json' },
  })
  return { status, data: body.data, codes: body.errors.map(({ data }) => data.code), text: JSON.stringify(body) }
}
const redmine = { kind: 'redmine', url: 'https://redmine.example', project: 'works' }

describe('the dry run of a destination', () => {
  test('shows title, text, attributes and attachments of the latest request as they would be sent, and sends nothing', async () => {
    await tickets.open('ours')
    const { ticket, id } = await tickets.open('ours', 'piano.txt')
    sink.taken.length = 0
    const title = '{{ street }}: {{ path }}'
    const fields = { category_id: '{{ language }}-{{ ticket }}', cf_12: '{{ street | upcase }}', priority_id: '3' }
    const { status, data } = await dryRun({ ...redmine, url: sink.url, title, fields, token: 'typed-token', state_secret: 'a-secret-of-the-reports' })
    expect(status).toBe(200)
    const street = String(data?.variables.find(({ name }) => name === 'street')?.value)
    expect(street).not.toBe('')
    expect(data).toMatchObject({
      ticket,
      title: expect.stringMatching(new RegExp(`^${street}: .+ \\[${ticket}\\]$`)),
      title_error: null,
      text: expect.stringContaining(street),
      fields: [
        { name: 'category_id', value: `it-${ticket}`, error: null },
        { name: 'cf_12', value: street.toUpperCase(), error: null },
        { name: 'priority_id', value: '3', error: null },
      ],
      attachments: ['piano.txt'],
    })
    // The body is what the delivery of the same settings contains.
    await server.load(destinationForm('ours', { ...redmine, url: sink.url, token: 'a-token', title, fields }))
    const again = await tickets.open('ours')
    const row = await tickets.delivery(again.id, 'redmine')
    const shown = await dryRun({ ...redmine, url: sink.url, title, fields })
    expect(JSON.parse(shown.data?.body ?? '')).toEqual(JSON.parse(String(row?.body)))
    expect(sink.taken).toEqual([])
    expect(await rowsOf(server, "select from deliveries where request_id = $1 and kind = 'redmine'", [id])).toEqual([])
    expect(await rowsOf(server, "select operator, subject, after from audit_lines where action = 'destination.dry_run' order by id limit 1")).toEqual([
      { operator: 'operator', subject: 'ours/redmine', after: { ticket } },
    ])
  })

  test.each([
    { kind: 'zammad', url: 'https://a.example', group: 'Users' },
    redmine,
    { kind: 'osticket', url: 'https://a.example', customer: 'a@b.it' },
    { kind: 'jira', url: 'https://a.example', service_desk: 7, request_type: 25 },
    { kind: 'glpi', url: 'https://a.example', app_token: 'secret-of-the-app' },
    { kind: 'webhook', url: 'https://a.example', secret: SECRET },
    { kind: 'email', address: 'desk@example.org', lang_code: 'en' },
  ])('contains none of the secrets that the operator has typed or the form has stored: $kind', async (destination) => {
    const secrets =
      destination.kind === 'email'
        ? {}
        : destination.kind === 'webhook'
          ? { state_secret: 'secret-of-the-reports' }
          : { token: 'secret-token', state_secret: 'secret-of-the-reports' }
    const { status, data, text } = await dryRun({ ...destination, ...secrets })
    expect(status).toBe(200)
    expect(text).not.toMatch(/secret-|whsec_|a-token/)
    expect(data?.body).not.toBe('')
    expect([data?.title === null, data?.text === null]).toEqual(destination.kind === 'webhook' ? [true, true] : [false, false])
  })

  test('shows invented answers if the form has no request, and to authors, who may not read requests', async () => {
    const street = String((await dryRun(redmine)).data?.variables.find(({ name }) => name === 'street')?.value)
    for (const given of [{ form: 'empty' }, { form: 'ours', as: 'author' }]) {
      const { data, text } = await dryRun({ ...redmine, fields: { cf_1: '{{ street }}' } }, given)
      expect(data).toMatchObject({
        ticket: null,
        title: expect.stringContaining('D-EXAMPLE'),
        fields: [{ name: 'cf_1', value: 'Label of street', error: null }],
      })
      expect(data?.attachments).toEqual([])
      expect(text).not.toContain(street)
    }
    expect(await rowsOf(server, "select from audit_lines where action = 'destination.dry_run' and operator = 'author'")).toEqual([])
  })

  test('is allowed to operators of the form and to authors only', async () => {
    expect((await dryRun(redmine, { as: 'viewer' })).status).toBe(403)
    expect((await dryRun(redmine, { as: 'translator' })).status).toBe(403)
    expect((await dryRun(redmine, { as: 'nobody' })).status).toBe(401)
    expect((await dryRun(redmine, { as: 'theirs' })).status).toBe(404)
    expect((await dryRun(redmine, { form: 'nothing' })).status).toBe(404)
    await tickets.open('theirs')
    expect((await dryRun(redmine, { form: 'theirs', as: 'theirs' })).status).toBe(200)
  })

  test('shows why a template fails, and the text that is sent instead', async () => {
    const { data } = await dryRun({
      ...redmine,
      title: '{{ street',
      fields: { cf_1: '{{ street | nothing }}', cf_2: '{% for i in (1..10000000) %}x{% endfor %}', cf_3: 'ok' },
    })
    expect(data?.title).toContain(data?.ticket)
    expect(data?.title_error).toMatch(/output/)
    expect(data?.fields.map(({ value, error }) => [value, error === null])).toEqual([
      ['', false],
      ['', false],
      ['ok', true],
    ])
    expect(data?.fields[0]?.error).toContain('nothing')
  })

  test.each<[string, unknown]>([
    ['a local file', '{% include "/etc/passwd" %}'],
    ['a file by another tag', '{% render "../../package.json" %}'],
    ['a prototype', '{{ street.constructor.constructor }}'],
    ['the environment', '{{ process.env.SECRET_KEY }}{{ global }}{{ this }}'],
  ])('gives a template nothing but the variables of the ticket: %s', async (_what, template) => {
    const { status, data } = await dryRun({ ...redmine, fields: { cf_1: template } })
    expect(status).toBe(200)
    expect(data?.fields[0]?.value).toBe('')
  })

  test.each([[{}], [{ kind: 'redmine' }], [{ ...redmine, fields: { 'a b': 'x' } }], [{ ...redmine, other: 1 }], [[redmine]]])(
    'rejects settings that are invalid: %j',
    async (given) => {
      expect(await dryRun(given)).toMatchObject({ status: 400, codes: expect.arrayContaining(['forms_mgmt0001']) })
    },
  )
})

describe('the attributes of a Jira request', () => {
  const jira = { kind: 'jira', url: 'https://jira.example', service_desk: 7, request_type: 25 }
  const values = async (fields: Record<string, string>) => JSON.parse((await dryRun({ ...jira, fields })).data?.body ?? '{}').requestFieldValues
  test('are lists and objects if the author writes them so', async () => {
    const given = await values({
      customfield_1: '["a", "{{ language }}"]',
      customfield_2: '{"value": "{{ language }}", "id": 7}',
      customfield_3: '{{ language }}',
      customfield_4: '[a',
    })
    expect(given).toMatchObject({ customfield_1: ['a', 'it'], customfield_2: { value: 'it', id: 7 }, customfield_3: 'it', customfield_4: '[a' })
  })

  test('never get their structure from an answer', async () => {
    const { id } = await tickets.open('ours')
    await rowsOf(server, 'update answers set form_fields = $1 where request_id = $2', [{ street: '["x"]", "id": "1' }, id])
    const given = await values({ customfield_1: '{{ street }}', customfield_2: '["{{ street }}"]', customfield_3: '{"value": "{{ street }}"}' })
    expect(given).toMatchObject({ customfield_1: '["x"]", "id": "1', customfield_2: ['["x"]", "id": "1'], customfield_3: { value: '["x"]", "id": "1' } })
  })
})
