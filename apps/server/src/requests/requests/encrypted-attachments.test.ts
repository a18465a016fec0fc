import { randomUUID } from 'node:crypto'
import { cp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import type { SendReceipt } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { freshAnswers, sendForm, withFiles } from '../../../test/send.ts'
import { MANY_MAILS, startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf, tracesOf } from '../../../test/traces.ts'
import { openOperatorSession } from '../../management/operator-session.ts'
import { keptPath } from '../attachments/disk-files.ts'

const SECRET_KEY = 'one secret of 32 characters or more'
let server: TestServer
let credential: string
beforeAll(async () => {
  server = await startTestServer({ env: { SECRET_KEY } })
  await server.load(MANY_MAILS)
  for (const code of ['ours', 'theirs']) await server.load(sampleBundle({ code }))
  await rowsOf(server, "insert into operators (username, role) values ('anna', 'viewer')")
  credential = await openOperatorSession(server.database, 'anna')
})
afterAll(() => server.close())

const TEXT = Buffer.from('Il mio codice fiscale. '.repeat(40_000))
const trySend = (content: Buffer<ArrayBuffer>, customer = 'ours', on = server) =>
  on.call<SendReceipt>('POST', `/forms/${customer}`, { body: withFiles(sendForm(freshAnswers()), ['a.txt', content]) })

interface Sent {
  customer: string
  ticket: string
  id: string
  path: string
}
async function send(content: Buffer<ArrayBuffer> = TEXT, customer = 'ours'): Promise<Sent> {
  const { status, body } = await trySend(content, customer)
  expect([status, body.errors]).toEqual([201, []])
  const ticket = body.data?.ticket ?? ''
  const [row] = await rowsOf(server, 'select a.id from attachments a join requests r on r.id = a.request_id where r.ticket = $1', [ticket])
  const id = String(row?.id)
  return { customer, ticket, id, path: keptPath(server.dataDir, customer, id) }
}
const download = ({ ticket, id }: Pick<Sent, 'ticket' | 'id'>, on = server, headers: Record<string, string> = {}) =>
  fetch(`${on.url}/forms-service/rs/v2/managements/requests/${ticket}/attachments/${id}`, {
    headers: { 'X-Api-Key': 'test-key', Authorization: `Bearer ${credential}`, 'Accept-Language': 'en', ...headers },
  })
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
/** Returns the HTTP status and the error codes of a rejected download. */
const refusalOf = async (response: Response) => {
  const { errors } = (await response.json()) as { errors: { data: { code: string } }[] }
  return [response.status, errors.map(({ data }) => data.code)]
}

describe('a stored attachment', () => {
  test('is encrypted on disk and downloaded unchanged', async () => {
    for (const content of [TEXT, Buffer.from('short'), Buffer.alloc(0)]) {
      const sent = await send(content)
      expect((await readFile(sent.path)).includes('codice fiscale')).toBe(false)
      const response = await download(sent)
      expect([response.status, response.headers.get('content-length')]).toEqual([200, String(content.length)])
      expect((await bytesOf(response)).equals(content)).toBe(true)
    }
  })

  test('is encrypted with the key of its own customer', async () => {
    await send()
    await send(TEXT, 'theirs')
    const keys = await rowsOf(server, 'select customer_code, sealed_key from customer_keys order by 1')
    expect(keys.map(({ customer_code }) => customer_code)).toEqual(['ours', 'theirs'])
    expect(
      await rowsOf(server, "select distinct k.customer_code from attachments a join customer_keys k on k.id = a.key_id where a.customer_code = 'ours'"),
    ).toEqual([{ customer_code: 'ours' }])
  })

  test('is served only to operators who may see it, as a download that browsers do not render', async () => {
    const sent = await send(Buffer.from('<p>not <b>markup</b>'))
    const response = await download(sent)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="a.txt"; filename*=UTF-8''a.txt`,
      'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    await response.body?.cancel()
    for (const headers of [{ Authorization: '' }, { Authorization: `Bearer ${'a'.repeat(43)}` }, { 'X-Api-Key': '' }])
      expect((await download(sent, server, headers as unknown as Record<string, string>)).status).toBe(401)
    for (const path of [`/${sent.id}`, `/attachments/ours/${sent.id.slice(-2)}/${sent.id}`, `/attachments/${sent.id}`, `/ours/attachments/${sent.id}`]) {
      const answer = await fetch(server.url + path, { redirect: 'manual' })
      expect((await answer.text()).includes('markup')).toBe(false)
    }
  })

  test('is not found under any of 100 modified or random ids', async () => {
    const sent = await send()
    const other = await send(TEXT, 'theirs')
    for (let n = 0; n < 50; n++) {
      const shifted = `${sent.id.slice(0, -4)}${((Number.parseInt(sent.id.slice(-4), 16) + n + 1) & 0xffff).toString(16).padStart(4, '0')}`
      for (const id of [shifted, randomUUID()]) expect((await download({ ...sent, id })).status).toBe(404)
    }
    expect((await download({ ...sent, id: other.id })).status).toBe(404)
  })
})

describe('a damaged attachment is rejected as a whole', () => {
  test.each<[what: string, harm: (sent: Sent) => Promise<unknown>]>([
    ['cut short', ({ path }) => truncate(path, 70_000)],
    ['cut short by its last piece', ({ path }) => truncate(path, 20 + 14 * (65_536 + 16))],
    ['emptied', ({ path }) => truncate(path, 0)],
    [
      'altered in its last byte',
      async ({ path }) => {
        const bytes = await readFile(path)
        bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
        await writeFile(path, bytes)
      },
    ],
    ['replaced by another file of the customer', async ({ path }) => cp((await send(Buffer.from('another'))).path, path)],
    ['replaced by another customer’s', async ({ path }) => cp((await send(TEXT, 'theirs')).path, path)],
    ['replaced by the same in the open', ({ path }) => writeFile(path, TEXT)],
  ])('if its file was %s', async (_what, harm) => {
    const sent = await send()
    await harm(sent)
    expect(await refusalOf(await download(sent))).toEqual([410, ['forms_mgmt0005']])
  })

  test('a missing file is reported with 404', async () => {
    const sent = await send()
    await rm(sent.path)
    expect(await refusalOf(await download(sent))).toEqual([404, ['http_not_found']])
  })
})

describe('an attachment stored before encryption', () => {
  const lieOpen = async () => {
    const sent = await send()
    await writeFile(sent.path, TEXT)
    await rowsOf(server, 'update attachments set key_id = null, sha256 = sha256($2::bytea) where id = $1', [sent.id, TEXT])
    return sent
  }

  test('is downloaded unchanged', async () => {
    expect((await bytesOf(await download(await lieOpen()))).equals(TEXT)).toBe(true)
  })

  test('is rejected if it was altered', async () => {
    const sent = await lieOpen()
    await writeFile(sent.path, Buffer.concat([TEXT.subarray(1), Buffer.from('x')]))
    expect(await refusalOf(await download(sent))).toEqual([410, ['forms_mgmt0005']])
  })
})

test('the database row of an attachment contains only a keyed hash of the content, so that nobody can guess the content', async () => {
  const sent = await send()
  const [row] = await rowsOf(server, 'select sha256 = sha256($2::bytea) as guessable from attachments where id = $1', [sent.id, TEXT])
  expect(row).toEqual({ guessable: false })
  await rowsOf(server, 'update attachments set sha256 = sha256($2::bytea) where id = $1', [sent.id, TEXT])
  expect((await bytesOf(await download(sent))).equals(TEXT), 'a row of an earlier version').toBe(true)
})

describe('a customer’s encryption key', () => {
  test('makes only its own customer’s files undecryptable when it is deleted, and later files are encrypted with a new key', async () => {
    const ours = [await send(), await send(Buffer.from('short'))]
    const theirs = await send(TEXT, 'theirs')
    await server.services.customerKeys.destroy('ours')
    for (const sent of ours) expect(await refusalOf(await download(sent))).toEqual([410, ['forms_mgmt0005']])
    expect((await download(theirs)).status).toBe(200)
    expect((await bytesOf(await download(await send()))).equals(TEXT)).toBe(true)
  })

  test('is not used from the cache of one process after another process has deleted it', async () => {
    await send()
    await rowsOf(server, "delete from customer_keys where customer_code = 'ours'")
    const before = await tracesOf(server)
    const refused = await trySend(TEXT)
    expect([refused.status, refused.body.errors[0]?.data.code]).toEqual([503, 'forms0002'])
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(await tracesOf(server)).toEqual(before)
    expect((await bytesOf(await download(await send()))).equals(TEXT)).toBe(true)
  })

  test('does not decrypt files of another customer', async () => {
    const sent = await send()
    await send(TEXT, 'theirs')
    await rowsOf(
      server,
      "update customer_keys set sealed_key = (select sealed_key from customer_keys where customer_code = 'theirs' limit 1) where customer_code = 'ours'",
    )
    expect(await refusalOf(await download(sent))).toEqual([410, ['forms_mgmt0005']])
  })

  test('can be used by every process that has the deployment’s secret key, and by no other', async () => {
    const sent = await send(TEXT, 'theirs')
    for (const [secret, status] of [
      [SECRET_KEY, 200],
      ['quite another secret of 32 characters', 410],
    ] as const) {
      const beside = await startTestServer({ beside: server, env: { SECRET_KEY: secret } })
      try {
        await cp(server.dataDir, beside.dataDir, { recursive: true })
        expect((await download(sent, beside)).status).toBe(status)
        // A server process with another secret key can store new files, because it creates a new encryption key for the
        // customer.
        expect((await trySend(TEXT, 'theirs', beside)).status).toBe(201)
      } finally {
        await beside.close()
      }
    }
  })
})
