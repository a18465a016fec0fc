import type { CustomerConfiguration, ListedDefinition, SendReceipt, TagView } from '@sportello/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codes, startManagementCase } from '../../../test/management-case.ts'
import { sendForm } from '../../../test/send.ts'
import { rowsOf } from '../../../test/traces.ts'

let on: Awaited<ReturnType<typeof startManagementCase>>
beforeAll(async () => {
  on = await startManagementCase()
  await rowsOf(on.server, "insert into settings (code, value) values ('submissions_per_minute', '100000') on conflict do nothing")
})
afterAll(() => on.server.close())

let count = 0
/** Code of the form and of its definition in the current test. */
let code = ''
/** Each version asks a different question, so that answers to one version are invalid in every other version. */
const definition = (version: number) => ({
  code_tag: code,
  tag_description: 'Pool',
  form_params: { auth_type: ['DATACOLLECTION'] },
  form_fields: [],
  children: [
    {
      id: `${code}-last`,
      code_tag: `${code}-last`,
      tag_description: `Version ${version}`,
      form_fields: [
        {
          id: `q${version}`,
          type: 'PROPERTY',
          ordering: 1,
          required: true,
          value: { property_code: `q${version}`, property_description: `Question ${version}`, default_value: { input_type: 'text' } },
        },
      ],
      children: [],
    },
  ],
})
const form = () => ({ code_form: code, code_tag: code, client_url: '' })
const publish = (version: number) => on.server.load({ definitions: [definition(version)], forms: [form()] })
async function publishUrgently(version: number): Promise<void> {
  const put = await on.call('PUT', `/definitions/${code}`, { body: definition(version) })
  expect(codes(put)).toEqual([200])
  const { body } = await on.call<ListedDefinition[]>('GET', '/definitions')
  const listed = body.data?.find(({ code_tag }) => code_tag === code)
  const published = await on.call('POST', `/definitions/${code}/publish`, { body: { urgent: true }, headers: { 'If-Match': `"${listed?.version}"` } })
  expect(codes(published)).toEqual([200])
}
const named = (version: string | undefined) => (version === undefined ? {} : { 'X-Form-Version': encodeURIComponent(version) })
const begin = async () => (await on.server.call<CustomerConfiguration>('GET', `/forms/${code}`)).body.data?.version ?? ''
const step = (version?: string) => on.server.call<TagView>('GET', `/forms/${code}/tags/${code}-last`, { headers: named(version) })
let people = 0
function send(version: string | undefined, question: number, headers: Record<string, string> = {}) {
  const person = `p${++people}@example.org`
  const body = sendForm({ [`q${question}`]: `answer ${people}` }, { code_tag: `${code}-last`, email: person, confirmed_email: person })
  return on.server.call<SendReceipt>('POST', `/forms/${code}`, { body, headers: { ...named(version), ...headers } })
}
const versionOf = async (ticket: string | undefined) =>
  (await rowsOf(on.server, 'select definition_version from requests where ticket = $1', [ticket]))[0]?.definition_version

beforeEach(async () => {
  code = `pool-${++count}`
  await publish(1)
})

describe('a visitor who began in a version that is no longer live', () => {
  test('sees the steps of that version, and the submission is validated and stored by its rules', async () => {
    const began = await begin()
    expect(began).toBe(`${code}.1`)
    await publish(2)
    await publish(3)
    expect((await step(began)).body.data?.tag_description).toBe('Version 1')
    expect((await step()).body.data?.tag_description).toBe('Version 3')
    expect(codes(await send(began, 3)), 'an answer to a question of another version').toEqual([400, 'forms0044 q3'])
    const { status, body } = await send(began, 1)
    expect(status).toBe(201)
    expect(await versionOf(body.data?.ticket)).toBe(1)
    expect(await versionOf((await send(undefined, 3)).body.data?.ticket)).toBe(3)
  })

  test('gets http_outdated after the hours in version_hours have passed, and nothing is stored', async () => {
    const began = await begin()
    await publish(2)
    await rowsOf(on.server, "insert into settings (code, value) values ('version_hours', '0') on conflict (code) do update set value = '0'")
    on.server.services.catalog.forget()
    try {
      expect(codes(await step(began))).toEqual([409, 'http_outdated'])
      expect(codes(await send(began, 1))).toEqual([409, 'http_outdated'])
      expect(await rowsOf(on.server, 'select id from requests where customer_code = $1', [code])).toEqual([])
    } finally {
      await rowsOf(on.server, "delete from settings where code = 'version_hours'")
      on.server.services.catalog.forget()
    }
    expect((await send(began, 1)).status).toBe(201)
  })

  test('gets http_outdated at the next step if a later version is urgent, but may begin again and finish in the urgent version', async () => {
    const began = await begin()
    await publishUrgently(2)
    expect(codes(await step(began))).toEqual([409, 'http_outdated'])
    const refused = await send(began, 1)
    expect(codes(refused)).toEqual([409, 'http_outdated'])
    expect(refused.body.errors[0]?.data.message).toBe('Il modulo è cambiato mentre lo compilavi. Ricaricalo: ritrovi le risposte che valgono ancora.')
    const again = await begin()
    await publish(3)
    expect(await versionOf((await send(again, 2)).body.data?.ticket), 'the version after an urgent one').toBe(2)
  })

  test('gets the stored receipt for a repeated submission, even if an urgent version was published in between', async () => {
    const began = await begin()
    const body = () => sendForm({ q1: 'once' }, { code_tag: `${code}-last`, email: 'a@example.org', confirmed_email: 'a@example.org' })
    const repeat = () =>
      on.server.call<SendReceipt>('POST', `/forms/${code}`, { body: body(), headers: { ...named(began), 'Idempotency-Key': `once-${code}` } })
    const first = await repeat()
    expect(first.status).toBe(201)
    await publishUrgently(2)
    const second = await repeat()
    expect([second.status, second.body.data?.ticket]).toEqual([201, first.body.data?.ticket])
  })

  test.each([
    ['another form', () => 'other.1'],
    ['a version that does not exist', () => `${code}.7`],
    ['the version 0', () => `${code}.0`],
    ['a huge number', () => `${code}.99999999999`],
    ['no number', () => code],
    ['nothing', () => ''],
    ['broken encoding', () => '%'],
    ['SQL', () => `${code}.1' or '1'='1`],
    ['a long text', () => `${'x'.repeat(4_000)}.1`],
  ])('gets http_outdated if the header X-Form-Version contains %s', async (_what, name) => {
    const headers = { 'X-Form-Version': name() === '%' ? '%' : encodeURIComponent(name()) }
    expect(codes(await on.server.call('GET', `/forms/${code}/tags/${code}-last`, { headers }))).toEqual([409, 'http_outdated'])
    expect(codes(await send(undefined, 1, headers))).toEqual([409, 'http_outdated'])
  })
})

describe('a server process that has not been notified of the newest version', () => {
  /**
   * Runs `work` while the server's catalogue receives no notifications, as if the connection had missed them. A new
   * version
   * that `work` publishes stays unknown to the catalogue.
   */
  async function deaf<T>(work: () => Promise<T>): Promise<T> {
    const { catalog } = on.server.services
    const live = await catalog.customer(code)
    const known = catalog.customer.bind(catalog)
    const forget = catalog.forget.bind(catalog)
    let isDeaf = true
    catalog.customer = async (asked) => (isDeaf && asked === code ? live : known(asked))
    catalog.forget = () => {
      isDeaf = false
      forget()
    }
    try {
      return await work()
    } finally {
      catalog.customer = known
      catalog.forget = forget
    }
  }

  test('reads the newest version when a visitor who began in it submits', async () => {
    await step()
    const { status, body } = await deaf(async () => {
      await publish(2)
      return send(`${code}.2`, 2)
    })
    expect([status, await versionOf(body.data?.ticket)]).toEqual([201, 2])
  })

  test('rejects a submission in the version that it takes for live, if an urgent version was published', async () => {
    const began = await begin()
    await deaf(async () => {
      await publishUrgently(2)
      expect(codes(await send(began, 1))).toEqual([409, 'http_outdated'])
    })
  })
})

test('while 200 visitors fill in a form and five versions are published, every submission is stored in the version that the visitor began', async () => {
  const outcomes: { began: number; status: number; stored: unknown }[] = []
  const fillIn = async (began: string) => {
    const version = Number(began.split('.').at(-1))
    const { body } = await step(began)
    const asked = body.data?.form_fields.map((field) => ('value' in field ? (field.value as { property_code?: string }).property_code : ''))
    expect(asked, 'the visitor sees the step of the version that the page began').toEqual([`q${version}`])
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 1_500))
    const sent = await send(began, version)
    outcomes.push({ began: version, status: sent.status, stored: await versionOf(sent.body.data?.ticket) })
  }
  const visitors: Promise<void>[] = []
  for (let version = 2; version <= 6; version += 1) {
    // The next version is published when the first of forty visitors has begun, while the others begin.
    const begun = Array.from({ length: 40 }, () => begin())
    visitors.push(...begun.map((each) => each.then(fillIn)))
    await Promise.race(begun)
    await publish(version)
  }
  await Promise.all(visitors)
  expect(outcomes).toHaveLength(200)
  expect(outcomes.filter(({ began, status, stored }) => status !== 201 || stored !== began)).toEqual([])
  expect(new Set(outcomes.map(({ began }) => began)).size, 'visitors began in several versions').toBeGreaterThan(2)
})
