import type { Attention, DeploymentHealth, ListedMail, ListedRequest, SendReceipt, ShownRequest } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromBuffer } from 'yauzl'
import { eventually } from '../../../test/mail-sink.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { ANSWERS, PNG, sendForm, withFiles } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { openRowsOf, rowsOf } from '../../../test/traces.ts'
import { openOperatorSession } from '../../management/operator-session.ts'

let server: TestServer
const credentials: Record<string, string> = {}
const tickets: Record<string, string> = {}
beforeAll(async () => {
  server = await startTestServer({ worker: true })
  for (const code of ['ours', 'theirs']) await server.load(sampleBundle({ code }))
  for (const [name, role, customers] of [
    ['all', 'operator', null],
    ['reader', 'viewer', null],
    ['theirs', 'operator', ['theirs']],
  ]) {
    await rowsOf(server, 'insert into operators (username, role, customers) values ($1, $2, $3)', [name, role, customers])
    credentials[String(name)] = await openOperatorSession(server.database, String(name))
  }
  tickets.anna = await send('ours', 'Anna.Neri@example.org', { street: '=cmd|calc' })
  tickets.bruno = await send('ours', 'bruno@example.org')
  tickets.carla = await send('theirs', 'carla@example.org')
})
afterAll(() => server.close())

async function send(customer: string, email: string, answers: object = ANSWERS): Promise<string> {
  const form = withFiles(sendForm({ ...answers }, { email, confirmed_email: email }), ['à la carte.png', PNG])
  const { status, body } = await server.call<SendReceipt>('POST', `/forms/${customer}`, { body: form })
  expect(status).toBe(201)
  return body.data?.ticket ?? ''
}
const bearer = (as: string) => ({ Authorization: `Bearer ${credentials[as]}` })
const call = <T>(method: string, path: string, as = 'all') => server.call<T>(method, `/managements${path}`, { headers: bearer(as) })
const file = (path: string, as = 'all') =>
  fetch(`${server.url}/forms-service/rs/v2/managements${path}`, { headers: { 'X-Api-Key': 'test-key', ...bearer(as) } })
interface Page {
  items: ListedRequest[]
  page: number
  total: number
  more: boolean
}
const list = async (query = '', as = 'all') => (await call<Page>('GET', `/requests?${query}`, as)).body.data

describe('the operators’ list of requests', () => {
  test('is sorted newest first and filtered by form, state, ticket and e-mail address', async () => {
    const all = await list()
    expect(all).toMatchObject({ page: 1, total: 3, more: false })
    expect(all?.items.map(({ ticket }) => ticket)).toEqual([tickets.carla, tickets.bruno, tickets.anna])
    expect(all?.items[2]).toEqual({
      ticket: tickets.anna,
      form: 'ours',
      state: 'awaiting_confirmation',
      email: 'Anna.Neri@example.org',
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      code_tag: 'report',
      trouble: null,
    })
    const found = async (query: string) => (await list(query))?.items.map(({ ticket }) => ticket)
    expect(await found('form=theirs')).toEqual([tickets.carla])
    expect(await found('email=ANNA.n')).toEqual([tickets.anna])
    expect(await found('email=neri')).toEqual([])
    expect(await found(`ticket=${tickets.bruno?.slice(0, -2).toLowerCase()}`)).toEqual([tickets.bruno])
    expect(await found('state=processed')).toEqual([])
    expect(await found('email=%25')).toEqual([])
    expect(await found(`from=${new Date(Date.now() + 60_000).toISOString()}`)).toEqual([])
    expect(await found('page=2')).toEqual([])
  })

  test('is sorted by each supported column in both directions', async () => {
    const found = async (sort: string) => (await list(`sort=${sort}`))?.items.map(({ ticket }) => ticket)
    const { anna, bruno, carla } = tickets
    expect(await found('created')).toEqual([anna, bruno, carla])
    expect(await found('-created')).toEqual([carla, bruno, anna])
    expect(await found('form')).toEqual([bruno, anna, carla])
    expect(await found('-form')).toEqual([carla, anna, bruno])
    await rowsOf(server, "update requests set state = 'cancelled' where ticket = $1", [carla])
    expect(await found('state')).toEqual([bruno, anna, carla])
    expect(await found('-state')).toEqual([carla, anna, bruno])
    await rowsOf(server, "update requests set state = 'awaiting_confirmation' where ticket = $1", [carla])
  })

  test.each([
    ['mails', 'created'],
    ['deliveries', 'created'],
    ['audit/1', 'timestamp'],
    ['settings/forms/mappings/logs/1', 'timestamp'],
  ])('%s can be sorted in both directions', async (path, sort) => {
    const read = async (order: string) => {
      const { status, body } = await call<unknown[] | { items: unknown[] }>('GET', `/${path}?sort=${order}`)
      expect(status).toBe(200)
      return Array.isArray(body.data) ? body.data : (body.data?.items ?? [])
    }
    expect(await read(sort)).toEqual((await read(`-${sort}`)).toReversed())
    expect((await call('GET', `/${path}?sort=customer_code`)).status).toBe(400)
  })

  test.each([
    'sort=email',
    'sort=created_at',
    'sort=--created',
    'sort=',
    'sort=toString',
    'sort=created%3Bdrop%20table%20requests',
    'state=lost',
    'page=0',
    'page=x',
    'from=yesterday',
    `email=${'a'.repeat(300)}`,
  ])('rejects %s', async (query) => {
    const { status, body } = await call('GET', `/requests?${query}`)
    expect([status, body.errors[0]?.data]).toEqual([400, expect.objectContaining({ code: 'forms_mgmt0001', field: query.split('=')[0] })])
  })

  test('shows an operator only the requests of their own customers in every call', async () => {
    expect((await list('', 'theirs'))?.items.map(({ form }) => form)).toEqual(['theirs'])
    expect((await list('form=ours', 'theirs'))?.items).toEqual([])
    expect((await call('GET', `/requests/${tickets.anna}`, 'theirs')).status).toBe(404)
    expect((await call('POST', `/requests/${tickets.anna}/cancel`, 'theirs')).status).toBe(404)
    const { body } = await call<ShownRequest>('GET', `/requests/${tickets.anna}`)
    const attachment = body.data?.attachments[0]?.id
    expect((await file(`/requests/${tickets.anna}/attachments/${attachment}`, 'theirs')).status).toBe(404)
    expect((await file(`/requests/${tickets.carla}/attachments/${attachment}`)).status).toBe(404)
    expect(await (await file('/requests/export/csv', 'theirs')).text()).not.toContain(String(tickets.anna))
    expect((await file('/requests/export/csv?form=ours', 'theirs')).status).toBe(400)
    expect(JSON.stringify((await call('GET', '/mails', 'theirs')).body)).not.toContain('ours')
    const [mail] = await rowsOf(server, "select id from mails where customer_code = 'ours'")
    expect((await call('GET', `/mails/${mail?.id}`, 'theirs')).status).toBe(404)
    expect((await call('POST', `/mails/${mail?.id}/send`, 'theirs')).status).toBe(404)
  })
})

describe('a request as operators see it', () => {
  test('has its answers, files and mails', async () => {
    const { body } = await call<ShownRequest>('GET', `/requests/${tickets.anna}`, 'reader')
    expect(body.data).toMatchObject({
      ticket: tickets.anna,
      form: 'ours',
      auth_type: 'FREE',
      answers: expect.arrayContaining([expect.objectContaining({ code: 'street', text: '=cmd|calc' })]),
      attachments: [{ id: expect.any(String), property: 'photos', name: 'à la carte.png', media_type: 'image/png', size: PNG.length, malware: null }],
      mails: [expect.objectContaining({ kind: 'validation' })],
    })
    const download = await file(`/requests/${tickets.anna}/attachments/${body.data?.attachments[0]?.id}`, 'reader')
    expect(Object.fromEntries(download.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="__la_carte.png"; filename*=UTF-8''${encodeURIComponent('à la carte.png')}`,
      'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'; sandbox",
    })
    expect(Buffer.from(await download.arrayBuffer())).toEqual(PNG)
  })

  test('gets its confirmation mail again, also after its link has expired', async () => {
    const ticket = await send('ours', 'dora@example.org')
    const kept = () => rowsOf(server, "select m.id from mails m join requests r on r.id = m.request_id where r.ticket = $1 and m.state = 'kept'", [ticket])
    await eventually(kept, (rows) => rows.length === 1)
    await rowsOf(server, "update requests set state = 'expired', expires_at = now() - interval '1 day' where ticket = $1", [ticket])
    expect((await call<ShownRequest>('POST', `/requests/${ticket}/resend`)).body.data?.state).toBe('awaiting_confirmation')
    const mails = await eventually(kept, (rows) => rows.length === 2)
    const [mail] = await openRowsOf(server, 'select * from mails where id = $1', [mails[1]?.id])
    const code = /validation\?code=([\w-]+)/.exec(String(mail?.text_body))?.[1]
    const confirmed = await server.call('PUT', '/forms/ours', { body: JSON.stringify({ otp_code: code }), headers: { 'content-type': 'application/json' } })
    expect(confirmed.status).toBe(200)
  })

  test('is retried after it failed, and stays cancelled', async () => {
    const ticket = await send('ours', 'elsa@example.org')
    await rowsOf(server, "update requests set state = 'failed', failure = 'the desk is closed' where ticket = $1", [ticket])
    expect((await call<ShownRequest>('POST', `/requests/${ticket}/retry`)).status).toBe(200)
    await eventually(
      async () => (await call<ShownRequest>('GET', `/requests/${ticket}`)).body.data?.state,
      (state) => state === 'processed',
    )
    const other = await send('ours', 'franca@example.org')
    const [mail] = await eventually(
      () => openRowsOf(server, "select m.* from mails m join requests r on r.id = m.request_id where r.ticket = $1 and m.state = 'kept'", [other]),
      (rows) => rows.length === 1,
    )
    expect((await call<ShownRequest>('POST', `/requests/${other}/cancel`)).body.data?.state).toBe('cancelled')
    const code = /validation\?code=([\w-]+)/.exec(String(mail?.text_body))?.[1]
    const confirmed = await server.call('PUT', '/forms/ours', { body: JSON.stringify({ otp_code: code }), headers: { 'content-type': 'application/json' } })
    expect(confirmed.status).toBe(410)
    expect((await call('POST', `/requests/${other}/cancel`)).status).toBe(409)
    expect((await call('POST', `/requests/${other}/resend`)).status).toBe(409)
    expect(await rowsOf(server, 'select action from audit_lines where subject = $1', [other])).toEqual([{ action: 'request.cancel' }])
  })

  test.each([
    ['/requests/X-NOBODY', 'GET', 404],
    ['/requests/X-NOBODY/resend', 'POST', 404],
    ['/requests/X-NOBODY/explode', 'POST', 404],
    ["/requests/'%20or%201=1", 'GET', 404],
    ['/requests/X-NOBODY/attachments/x', 'GET', 404],
    ['/requests/X-NOBODY/attachments/00000000-0000-0000-0000-000000000000', 'GET', 404],
  ])('%s by %s gets status %i', async (path, method, status) => {
    expect((await call(method, path)).status).toBe(status)
  })

  test('cannot be changed by a viewer', async () => {
    expect((await call('POST', `/requests/${tickets.anna}/cancel`, 'reader')).status).toBe(403)
    expect((await file('/requests/export/csv', 'reader')).status).toBe(403)
  })
})

describe('an export of requests', () => {
  test('as CSV has one column per question and no formulas', async () => {
    const response = await file('/requests/export/csv?form=ours&email=anna')
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="ours-\d{4}-\d\d-\d\d\.csv"/)
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
    expect(text.startsWith('\u{FEFF}ticket,form,state,email,created_at,confirmed_at,processed_at,step,language,')).toBe(true)
    const [head = '', row = '', ...rest] = text.split('\r\n')
    expect(rest).toEqual([''])
    expect(row).toContain(`${tickets.anna},ours,awaiting_confirmation,Anna.Neri@example.org`)
    expect(row).toContain(",'=cmd|calc")
    expect(row.split(',').length).toBe(head.split(',').length)
  })

  test('has the answers given to earlier versions of the form, by each version’s questions', async () => {
    type Step = { code_tag: string; form_fields: { value: { property_code: string; property_description: string } }[] }
    const bundle = sampleBundle({ code: 'moved' }) as { definitions: { children: Step[] }[] }
    await server.load(bundle)
    const before = await send('moved', 'before@example.org', { street: 'Via Vecchia', story: 'A story' })
    const [step] = bundle.definitions[0]?.children ?? []
    if (!step) throw new Error('no step')
    step.code_tag = 'told'
    step.form_fields = step.form_fields.filter(({ value }) => value.property_code !== 'story')
    for (const { value } of step.form_fields)
      if (value.property_code === 'street') Object.assign(value, { property_code: 'road', property_description: 'The road' })
    await server.load(bundle)
    const body = sendForm({ road: 'Via Nuova' }, { email: 'after@example.org', confirmed_email: 'after@example.org', code_tag: 'told' })
    const after = (await server.call<SendReceipt>('POST', '/forms/moved', { body })).body.data?.ticket

    const [head = [], ...rows] = (await (await file('/requests/export/csv?form=moved')).text())
      .trim()
      .split('\r\n')
      .map((line) => line.split(','))
    const cells = (ticket: string | undefined) => {
      const row = rows.find(([first]) => first === ticket) ?? []
      return ['The road', 'Label of street', 'Label of story'].map((label) => row[head.indexOf(label)])
    }
    expect(cells(after)).toEqual(['Via Nuova', '', ''])
    expect(cells(before)).toEqual(['', 'Via Vecchia', 'A story'])
    expect(head.indexOf('The road')).toBeLessThan(head.indexOf('Label of street'))
    expect(new Set(head).size).toBe(head.length)
  })

  test('as XLSX is a valid workbook with only text cells', async () => {
    const content = Buffer.from(await (await file('/requests/export/xlsx')).arrayBuffer())
    const sheet = await unzipped(content, 'xl/worksheets/sheet1.xml')
    expect(sheet).toContain(`<c s="1" t="inlineStr"><is><t xml:space="preserve">${tickets.carla}</t></is></c>`)
    expect(sheet).toMatch(/<\/sheetData><\/worksheet>$/)
    expect(sheet).not.toContain('<f>')
    expect(sheet.match(/<row>/g)?.length).toBe(1 + ((await list())?.total ?? 0))
  })

  test('reads many batches without losing or repeating a row, and is logged', async () => {
    await rowsOf(
      server,
      `insert into requests (customer_code, ticket, state, auth_type, definition_code_tag, definition_version, code_tag, lang_code, opens_ticket, person_key, content_hash)
       select 'theirs', 'MANY-' || n, 'processed', 'FREE', definition_code_tag, definition_version, code_tag, 'it', true, '', '' from requests, generate_series(1, 5000) n where ticket = $1`,
      [tickets.carla],
    )
    const lines = (await (await file('/requests/export/csv?form=theirs&ticket=MANY')).text()).split('\r\n').slice(1, -1)
    expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(5_000)
    expect(lines).toHaveLength(5_000)
    expect(await rowsOf(server, "select count(*)::int as n from audit_lines where action = 'request.export' and customer_code = 'theirs'")).toEqual([{ n: 1 }])
    await rowsOf(server, "delete from requests where ticket like 'MANY-%'")
  })
})

function unzipped(content: Buffer, name: string): Promise<string> {
  return new Promise((resolve, reject) => {
    fromBuffer(content, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error)
      zip.on('entry', (entry: { fileName: string }) => {
        if (entry.fileName !== name) return zip.readEntry()
        zip.openReadStream(entry as never, async (fault, stream) => {
          if (fault) return reject(fault)
          const chunks: Buffer[] = []
          for await (const chunk of stream) chunks.push(chunk as Buffer)
          resolve(Buffer.concat(chunks).toString('utf8'))
        })
      })
      zip.on('end', () => reject(new Error(`${name} is not there`)))
      zip.readEntry()
    })
  })
}

describe('the audit log', () => {
  const linesOf = (subject: unknown) =>
    rowsOf(server, "select operator, action, customer_code from audit_lines where subject = $1 and action ~ '^(request.open|attachment)' order by id", [
      subject,
    ])

  test('records who opened a request and who downloaded a file, once per opening', async () => {
    const opened = { operator: 'all', action: 'request.open', customer_code: 'ours' }
    const ticket = await send('ours', 'hanna@example.org')
    const { body } = await call<ShownRequest>('GET', `/requests/${ticket}`)
    for (let refresh = 0; refresh < 3; refresh++) expect((await call('GET', `/requests/${ticket}?refresh=1`)).status).toBe(200)
    expect(await linesOf(ticket)).toEqual([opened])
    await call('GET', `/requests/${ticket}`)
    expect(await linesOf(ticket)).toEqual([opened, opened])
    // A first read with `refresh` is logged too, so that the parameter cannot bypass the audit log.
    await call('GET', `/requests/${ticket}?refresh=1`, 'reader')
    expect(await linesOf(ticket)).toEqual([opened, opened, { ...opened, operator: 'reader' }])
    expect((await file(`/requests/${ticket}/attachments/${body.data?.attachments[0]?.id}`, 'reader')).status).toBe(200)
    expect((await linesOf(ticket)).at(-1)).toEqual({ operator: 'reader', action: 'attachment.download', customer_code: 'ours' })
    const lines = await linesOf(ticket)
    expect((await call('GET', `/requests/${ticket}`, 'theirs')).status).toBe(404)
    expect((await file(`/requests/${ticket}/attachments/${body.data?.attachments[0]?.id}`, 'theirs')).status).toBe(404)
    expect((await call('GET', `/requests/${ticket}?refresh=no`)).status).toBe(400)
    expect(await linesOf(ticket)).toEqual(lines)
  })
})

describe('the operators’ list of mails', () => {
  test('shows mails without their codes and resends failed ones', async () => {
    const ticket = await send('ours', 'gina@example.org')
    const [row] = await eventually(
      () => rowsOf(server, "select m.id from mails m join requests r on r.id = m.request_id where r.ticket = $1 and m.state = 'kept'", [ticket]),
      (rows) => rows.length === 1,
    )
    const found = await call<{ items: ListedMail[] }>('GET', '/mails?recipient=GINA&state=kept')
    expect(found.body.data?.items).toEqual([expect.objectContaining({ id: row?.id, form: 'ours', ticket, kind: 'validation', recipient: 'gina@example.org' })])
    const shown = await call<{ text: string; html: string }>('GET', `/mails/${row?.id}`)
    expect(shown.body.data?.text).toContain('/ours/validation?code=…')
    expect(JSON.stringify(shown.body)).not.toMatch(/code=[\w-]{8}/)
    const refused = await call('POST', `/mails/${row?.id}/send`)
    expect([refused.status, refused.body.errors[0]?.data]).toEqual([409, expect.objectContaining({ code: 'forms_mgmt0001', params: ['carries_link', ticket] })])
    expect(refused.body.errors[0]?.data.message).toContain(ticket)
    await rowsOf(
      server,
      "update mails set state = 'queued', attempts = 3, last_error = 'timeout', next_attempt_at = now() + interval '2 hours' where id = $1",
      [row?.id],
    )
    expect((await call<Attention>('GET', '/attention')).body.data).toMatchObject({ mails: 1 })
    expect((await call<{ items: ListedRequest[] }>('GET', `/requests?ticket=${ticket}`)).body.data?.items).toMatchObject([{ trouble: 'retrying' }])
    expect((await call<ListedMail>('POST', `/mails/${row?.id}/send`)).body.data).toMatchObject({ state: 'queued', attempts: 3, next_attempt_at: null })
    await eventually(
      () => rowsOf(server, 'select state from mails where id = $1', [row?.id]),
      ([mail]) => mail?.state === 'kept',
    )
    expect((await call<Attention>('GET', '/attention')).body.data).toMatchObject({ mails: 0 })
    await rowsOf(server, "update mails set state = 'failed', last_error = '550 no such user' where id = $1", [row?.id])
    const failed = await call<{ items: ListedMail[]; total: number }>('GET', '/mails?state=failed')
    expect(failed.body.data).toMatchObject({ total: 1, items: [{ last_error: '550 no such user' }] })
    expect((await call<ListedMail>('POST', `/mails/${row?.id}/send`)).body.data?.state).toBe('queued')
    await eventually(
      () => rowsOf(server, 'select state from mails where id = $1', [row?.id]),
      ([mail]) => mail?.state === 'kept',
    )
  })
})

test('the deployment’s health is reported to operators', async () => {
  const { status, body } = await call<DeploymentHealth>('GET', '/health', 'reader')
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    mail: { configured: false, retrying: 0, failed: 0 },
    deliveries: { retrying: 0, failed: 0 },
    queue: { given_up: 0, workers: expect.any(Number) },
    antivirus: { configured: false, version: null, signatures: null, found: 0 },
    object_storage: { configured: false, reached: null },
  })
  expect(body.data?.database.bytes).toBeGreaterThan(1_000_000)
  expect(body.data?.storage.free_bytes).toBeGreaterThan(0)
  expect((await call('GET', '/health', 'theirs')).status).toBe(403)
})
