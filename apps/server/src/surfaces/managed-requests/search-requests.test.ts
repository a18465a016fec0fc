import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { waitForLock } from '../../../test/crossed.ts'
import { eventually } from '../../../test/mail-sink.ts'
import { startRequestsCase } from '../../../test/requests-case.ts'
import { openRowsOf, rowsOf } from '../../../test/traces.ts'
import { acrossCustomers } from '../../platform/db/with-customer.ts'
import { forgetSearchWords, indexOlderRequests } from '../../requests/requests/jobs.ts'
import { eraseRequests } from '../../requests/requests/rules.ts'

let on: Awaited<ReturnType<typeof startRequestsCase>>
beforeAll(async () => {
  on = await startRequestsCase()
  await process(await on.send('ours', 'dora@example.org', { street: 'Via Garibaldi 12/b' }))
  await process(await on.send('theirs', 'elio@example.org', { street: 'Via Garibaldi 7' }))
})
afterAll(() => on.server.close())

/** Lets the worker open the ticket of a request. */
async function process(ticket: string): Promise<void> {
  await rowsOf(on.server, "update requests set state = 'failed' where ticket = $1", [ticket])
  await on.call('POST', `/requests/${ticket}/retry`)
  const state = async () => (await rowsOf(on.server, 'select state from requests where ticket = $1', [ticket]))[0]?.state
  expect(await eventually(state, (found) => found === 'processed')).toBe('processed')
}

const sendersOf = async (q: string, { rest = '', as }: { rest?: string; as?: string } = {}) =>
  (await on.list(`q=${encodeURIComponent(q)}${rest}`, as))?.items.map(({ email }) => email?.split('@')[0]?.toLowerCase()).toSorted()
const words = async () => Number((await rowsOf(on.server, 'select count(*) as n from search_words'))[0]?.n)
const choose = async (properties: string[] | undefined, form = 'ours') => {
  await rowsOf(on.server, "update customers set params = params - 'desk_search' || $1 where customer_code = $2", [
    JSON.stringify(properties === undefined ? {} : { desk_search: properties }),
    form,
  ])
  // The first run only records a form that is searched for the first time.
  for (let run = 0; run < 2; run++) await indexOlderRequests(on.server.services)
}

describe('the search of requests', () => {
  test('finds tickets and e-mail addresses by their beginning', async () => {
    expect(await sendersOf('dora@exa')).toEqual(['dora'])
    expect(await sendersOf('ANNA.neri')).toEqual(['anna.neri'])
    expect(await sendersOf(String(on.tickets.bruno).toLowerCase())).toEqual(['bruno'])
    for (const text of ['do', 'ora@example', '%', '_____', "'; drop table requests", '\\', '()', '😀'])
      expect([text, await sendersOf(text)]).toEqual([text, []])
    expect((await sendersOf(' '))?.length).toBe(5)
  })

  test('finds no answers unless the form’s author chose the property', async () => {
    await indexOlderRequests(on.server.services)
    expect(await sendersOf('garibaldi')).toEqual([])
    expect(await words()).toBe(0)
  })

  test('finds answers of older requests after the author chose the property, and of requests that come later', async () => {
    await choose(['street'])
    expect(await sendersOf('GARIBALDI')).toEqual(['dora'])
    expect(await sendersOf('garibaldi via')).toEqual(['dora'])
    expect(await sendersOf('via garibaldi 12 b')).toEqual(['dora'])
    expect(await sendersOf('garibaldi 99')).toEqual([])
    expect(await sendersOf('garibaldi 9')).toEqual([])
    expect(await sendersOf('via 12')).toEqual(['dora'])
    const ticket = await on.send('ours', 'fausto@example.org', { street: 'Piazza Garibaldi' })
    expect(await sendersOf('garibaldi')).toEqual(['dora'])
    await process(ticket)
    expect(await sendersOf('garibaldi')).toEqual(['dora', 'fausto'])
  })

  test('works together with the other filters, and within the operator’s reach', async () => {
    await choose(['street'], 'theirs')
    expect(await sendersOf('garibaldi')).toEqual(['dora', 'elio', 'fausto'])
    expect(await sendersOf('garibaldi', { rest: '&form=theirs' })).toEqual(['elio'])
    expect(await sendersOf('garibaldi', { rest: '&email=dora' })).toEqual(['dora'])
    expect(await sendersOf('garibaldi', { rest: '&desk=-closed&sort=created' })).toEqual(['dora', 'elio', 'fausto'])
    expect(await sendersOf('garibaldi', { as: 'theirs' })).toEqual(['elio'])
    expect(await sendersOf('dora@example.org', { as: 'theirs' })).toEqual([])
    expect((await (await on.file('/requests/export/csv?q=garibaldi&form=ours')).text()).match(/@example/g)).toHaveLength(2)
    const { body } = await on.call<{ rows: string[][] }>('GET', '/requests/export-preview?q=fausto%40')
    expect(JSON.stringify(body.data)).toContain('fausto')
    expect(JSON.stringify(body.data)).not.toContain('dora')
  })

  test('finds what a form has, however many newer requests of other forms have the same word', async () => {
    await choose(['street'], 'theirs')
    await rowsOf(
      on.server,
      `insert into search_words (customer_code, request_id, word_hash)
       select 'theirs', uuidv7(), word_hash from search_words w, generate_series(1, 600) where customer_code = 'ours'
       and request_id = (select id from requests where email = 'dora@example.org')`,
    )
    expect(await sendersOf('garibaldi', { rest: '&form=ours' })).toEqual(['dora', 'fausto'])
    expect((await on.list('q=garibaldi'))?.more).toBe(true)
    expect((await on.list('q=garibaldi&form=ours'))?.more).toBe(false)
    await rowsOf(on.server, "delete from search_words where customer_code = 'theirs' and request_id not in (select id from requests)")
  })

  test('rejects a text that is too long', async () => {
    const { status, body } = await on.call('GET', `/requests?q=${'x'.repeat(201)}`)
    expect([status, body.errors[0]?.data.code]).toEqual([400, 'forms_mgmt0001'])
  })
})

describe('the words of answers', () => {
  test('are stored as keyed hashes only', async () => {
    const rows = await rowsOf(on.server, 'select word_hash from search_words')
    expect(rows.length).toBeGreaterThan(5)
    for (const { word_hash } of rows) expect((word_hash as Buffer).length).toBe(12)
    expect(JSON.stringify(await openRowsOf(on.server, 'select * from search_words'))).not.toMatch(/garibaldi/i)
  })

  test('are indexed in batches, and an interrupted run goes on where it stopped', async () => {
    const [row] = await rowsOf(on.server, "select max(request_id::text)::uuid as last from answers where customer_code = 'ours'")
    await rowsOf(on.server, "delete from search_words where customer_code = 'ours'")
    await rowsOf(on.server, "update search_progress set before_id = $1 where customer_code = 'ours'", [row?.last])
    await indexOlderRequests(on.server.services)
    expect(await sendersOf('garibaldi', { rest: '&form=ours' })).toEqual(['dora'])
    expect(await rowsOf(on.server, "select before_id from search_progress where customer_code = 'ours'")).toEqual([{ before_id: null }])
  })

  test('are of the new properties only, also if a request is processed or another run goes on while the author changes them', async () => {
    const [row] = await rowsOf(on.server, "select id from requests where email = 'fausto@example.org'")
    const client = await on.server.database.owner.connect()
    await client.query("begin; select set_config('sportello.across_customers', 'on', true)")
    // A request that is being processed has read the properties, and holds them.
    await client.query("select properties from search_progress where customer_code = 'ours' for share")
    await client.query('delete from search_words where request_id = $1', [row?.id])
    await client.query("insert into search_words (customer_code, request_id, word_hash) values ('ours', $1, '\\x01')", [row?.id])
    await rowsOf(on.server, "update customers set params = params - 'desk_search' where customer_code = 'ours'")
    const running = indexOlderRequests(on.server.services)
    await waitForLock(on.server, 100)
    await client.query('commit')
    client.release()
    await running
    expect(await rowsOf(on.server, "select from search_words where customer_code = 'ours'")).toEqual([])
    expect(await rowsOf(on.server, "select properties, is_deleting, before_id from search_progress where customer_code = 'ours'")).toEqual([
      { properties: [], is_deleting: false, before_id: null },
    ])
    await choose(['street'])
  })

  test('are deleted when the author takes the property away, when the request is erased, and when the form’s key is destroyed', async () => {
    await choose([], 'theirs')
    expect(await sendersOf('garibaldi', { as: 'theirs' })).toEqual([])
    await choose([])
    expect(await words()).toBe(0)
    await choose(['street'])
    const [dora] = await rowsOf(on.server, "select id, ticket from requests where email = 'dora@example.org'")
    const ofDora = () => rowsOf(on.server, 'select from search_words where request_id = $1', [dora?.id])
    expect((await ofDora()).length).toBeGreaterThan(0)
    const remove = await acrossCustomers(on.server.database.jobs, (db) =>
      eraseRequests(db, on.server.services, [{ customerCode: 'ours', id: String(dora?.id), ticket: String(dora?.ticket) }]),
    )
    await remove()
    expect(await ofDora()).toEqual([])
    expect(await words()).toBeGreaterThan(0)
    await forgetSearchWords(on.server.database, 'ours')
    expect(await words()).toBe(0)
  })
})
