import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPdf } from '../../../test/pdf-text.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { PNG, sendForm, withFiles } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { receiptKey } from '../../requests/requests/rules.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.load(sampleBundle())
  await server.load(sampleBundle({ code: 'other' }))
  await server.load({ settings: [{ code: 'calls_per_minute', value: '10000' }] })
})
afterAll(() => server.close())

const ANSWERS = {
  street: 'Via dei Gelsomini 12',
  story: 'Una buca <b>profonda</b> & larga. Λάμπα.',
  where: 'road',
  depth: 12.5,
  seen: '2026-01-31',
  channel: 'secret channel',
}

async function send(key: string, answers: Record<string, unknown> = ANSWERS): Promise<string> {
  const body = withFiles(sendForm(answers), ['buca.png', PNG])
  const { status, body: answer } = await server.call<{ ticket: string }>('POST', '/forms/sample', {
    headers: { 'Idempotency-Key': key },
    body,
  })
  expect([status, answer.errors]).toEqual([201, []])
  return answer.data?.ticket ?? ''
}

async function receipt(key: string | undefined, form = 'sample'): Promise<{ response: Response; content: Uint8Array }> {
  const response = await fetch(`${server.url}/forms-service/rs/v2/forms/${form}/receipt`, {
    headers: { 'X-Api-Key': 'test-key', ...(key !== undefined && { 'Idempotency-Key': key }) },
  })
  return { response, content: new Uint8Array(await response.arrayBuffer()) }
}

async function refusal(key: string | undefined, form = 'sample') {
  const { response, content } = await receipt(key, form)
  const { errors } = JSON.parse(new TextDecoder().decode(content)) as { errors: { data: { code: string } }[] }
  return [response.status, ...errors.map(({ data }) => data.code)]
}

describe('the receipt of a request', () => {
  test('is a tagged PDF with the codes, the answers as people read them, and the files, in the language of the request', async () => {
    const ticket = await send('friendly')
    const { response, content } = await receipt('friendly')
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([200, 'application/pdf', 'no-store'])
    expect(response.headers.get('content-disposition')).toContain(`${ticket}.pdf`)
    const { language, title, pages, roles } = await readPdf(content)
    expect([language, title]).toEqual(['it', 'Ricevuta della richiesta'])
    const text = pages.join(' ')
    for (const part of [
      ticket,
      'Form sample',
      'Via dei Gelsomini 12',
      'Una buca <b>profonda</b> & larga. Λάμπα.',
      'On the road',
      '12,5',
      '31/01/2026',
      'buca.png',
    ])
      expect(text).toContain(part)
    expect(text).toContain('Pagina 1 di 1')
    for (const role of ['Document', 'H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD']) expect(roles).toContain(role)
  })

  test('contains no hidden question', async () => {
    await send('hidden', { ...ANSWERS, street: 'Via Nascosta 1' })
    expect((await readPdf((await receipt('hidden')).content)).pages.join(' ')).not.toMatch(/secret channel|Label of channel/)
  })

  test('continues on further pages if an answer is long', async () => {
    await send('long', { street: 'Via Lunga 1', story: 'riga\n'.repeat(590) })
    const { pages } = await readPdf((await receipt('long')).content)
    expect(pages.length).toBeGreaterThan(3)
    expect(pages.at(-1)).toContain(`Pagina ${pages.length} di ${pages.length}`)
  })

  test.each([
    ['en', 'Receipt of your request'],
    ['el', 'Απόδειξη του αιτήματος'],
  ])('is written in the language of the request (%s)', async (language, title) => {
    const ticket = await send(`in-${language}`, { street: `Street ${language}` })
    await rowsOf(server, 'update requests set lang_code = $1 where ticket = $2', [language, ticket])
    expect((await readPdf((await receipt(`in-${language}`)).content)).title).toBe(title)
  })

  test('is the same request for the same key after the submission was repeated', async () => {
    const ticket = await send('twice', { street: 'Via Doppia 1' })
    expect(await send('twice', { street: 'Via Doppia 1' })).toBe(ticket)
    expect((await readPdf((await receipt('twice')).content)).pages[0]).toContain(ticket)
  })
})

describe('the mailed link to the receipt', () => {
  const keyOf = async (ticket: string, customer = 'sample') => {
    const [row] = await rowsOf(server, 'select id from requests where ticket = $1', [ticket])
    return receiptKey(server.services.config.secretKey, customer, String(row?.id))
  }
  const byLink = (key: string, form = 'sample') =>
    fetch(`${server.url}/forms-service/rs/v2/forms/${form}/receipt?${new URLSearchParams({ key })}`, { headers: { 'X-Api-Key': 'test-key' } })
  const refused = async (response: Response) => [response.status, ((await response.json()) as { errors: { data: { code: string } }[] }).errors[0]?.data.code]

  test('sends the same receipt for 30 days after the submission', async () => {
    const ticket = await send('by-link', { street: 'Via Posta 1' })
    await rowsOf(server, "update requests set created_at = now() - interval '29 days' where ticket = $1", [ticket])
    const response = await byLink(await keyOf(ticket))
    expect(response.status).toBe(200)
    expect((await readPdf(new Uint8Array(await response.arrayBuffer()))).pages[0]).toContain(ticket)
    await rowsOf(server, "update requests set created_at = now() - interval '31 days' where ticket = $1", [ticket])
    expect(await refused(await byLink(await keyOf(ticket)))).toEqual([410, 'forms0040'])
  })

  test('is rejected with a changed key, with the key of another customer, and after the request was erased', async () => {
    const ticket = await send('by-wrong-link', { street: 'Via Posta 2' })
    const key = await keyOf(ticket)
    const [id, code = ''] = key.split('.')
    for (const wrong of [
      `${id}.${code.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))}`,
      `${id}.`,
      `${id}`,
      `${key}x`,
      'x',
      "' or true --",
      await keyOf(ticket, 'other'),
    ])
      expect([wrong, ...(await refused(await byLink(wrong)))]).toEqual([wrong, 404, 'forms0003'])
    expect(await refused(await byLink(key, 'other'))).toEqual([404, 'forms0003'])
    await rowsOf(server, 'delete from requests where ticket = $1', [ticket])
    expect(await refused(await byLink(key))).toEqual([404, 'forms0003'])
  })
})

describe('the receipt is rejected', () => {
  test.each([
    ['without a key', undefined, [400, 'http_malformed']],
    ['for a key of 256 characters', 'x'.repeat(256), [400, 'http_malformed']],
    ['for an unknown key', 'unknown', [404, 'forms0003']],
    ['for a key with SQL', "' or true --".replaceAll(' ', '+'), [404, 'forms0003']],
  ])('%s', async (_, key, expected) => expect(await refusal(key)).toEqual(expected))

  test('for a key of another customer', async () => {
    await send('foreign', { street: 'Via Altrove 1' })
    expect(await refusal('foreign', 'other')).toEqual([404, 'forms0003'])
    expect(await refusal('foreign', 'nobody')).toEqual([404, 'forms0001'])
  })

  test('a day after the submission, and after the request was erased', async () => {
    await send('old', { street: 'Via Vecchia 1' })
    await rowsOf(server, "update idempotency_keys set created_at = now() - interval '25 hours' where key = 'old'")
    expect(await refusal('old')).toEqual([404, 'forms0003'])
    const ticket = await send('erased', { street: 'Via Cancellata 1' })
    await rowsOf(server, 'delete from requests where ticket = $1', [ticket])
    expect(await refusal('erased')).toEqual([404, 'forms0003'])
  })
})
