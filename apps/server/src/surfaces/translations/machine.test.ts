import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codes, startManagementCase } from '../../../test/management-case.ts'
import { json, startUpstream, type Upstream } from '../../../test/upstream.ts'

interface Asked {
  q: string[]
  source: string
  target: string
  format: string
  api_key?: string
}

let service: Upstream
let on: Awaited<ReturnType<typeof startManagementCase>>
beforeAll(async () => {
  service = await startUpstream()
  on = await startManagementCase({ TRANSLATE_URL: service.url('libre'), TRANSLATE_API_KEY: 'the key' })
  await on.server.load({ definitions: [FORM] })
})
afterAll(async () => {
  await on.server.close()
  await service.close()
})
/** Answers as LibreTranslate does: the words in capitals, and everything inside of tags as it is. */
const translate = (html: string) =>
  html.replace(
    /(^|>)([^<]+)/g,
    (_all, before: string, words: string) => before + words.replace(/&\w+;|[^&]+/g, (part) => (part.startsWith('&') ? part : part.toUpperCase())),
  )
beforeEach(() => {
  service.seen.length = 0
  service.on('libre', (_request, response) => {
    const { q } = JSON.parse(service.seen.at(-1)?.body ?? '{}') as Asked
    json(response, { translatedText: q.map(translate) })
  })
})

const language = (code: string, twin: boolean) => ({
  id: code,
  code_tag: code,
  tag_description: code,
  tag_type: 'FORM_LANG',
  params: [{ params_type: 'FORM_LANG', lang_code: code }],
  children: [
    {
      id: `${code}-step`,
      code_tag: `${code}-step`,
      tag_description: 'Buca & lampione',
      ...(twin && { twin_of: 'it-step', translated_from: { tag_description: '' } }),
      form_fields: [
        {
          id: `${code}-text`,
          type: 'HTML',
          ordering: 1,
          value: '<p>Grazie, <strong>{{ nome }}</strong>! Il codice è {{ ticket }}.</p>',
          ...(twin && { twin_of: 'it-text', translated_from: { value: '' } }),
        },
      ],
      children: [],
    },
  ],
})
const FORM = { code_tag: 'libre', tag_description: 'libre', form_params: { auth_type: ['FREE'] }, children: [language('it', false), language('en', true)] }
const NAMES = ['it-step#tag_description', 'it-text#value']
const ask = (names: string[], as = 'author', to = 'en') =>
  on.call<{ name: string; target: string }[]>('POST', `/definitions/libre/translations/${to}/machine`, { as, body: { names } })

describe('a translation by the deployment’s service', () => {
  test('contains the words of the service, with the tags and variables of the original', async () => {
    expect((await on.call('GET', '/machine-translation', { as: 'translator' })).body.data).toEqual({ available: true })
    expect((await ask(NAMES)).body.data).toEqual([
      { name: 'it-step#tag_description', target: 'BUCA & LAMPIONE' },
      { name: 'it-text#value', target: '<p>GRAZIE, <strong>{{ nome }}</strong>! IL CODICE È {{ ticket }}.</p>' },
    ])
    const sent = JSON.parse(service.seen[0]?.body ?? '{}') as Asked
    expect(sent).toMatchObject({ source: 'it', target: 'en', format: 'html', api_key: 'the key' })
    // The service never sees the names of variables.
    expect(sent.q.join()).not.toMatch(/nome|ticket/)
  })

  test('is left out if it lost a variable or a tag', async () => {
    service.on('libre', (_request, response) => json(response, { translatedText: ['Pothole', '<p>Thank you</p>'] }))
    expect((await ask(NAMES)).body.data).toEqual([{ name: 'it-step#tag_description', target: 'Pothole' }])
  })

  test.each<[what: string, behave: Parameters<Upstream['on']>[1]]>([
    ['fails', (_request, response) => void response.writeHead(500).end()],
    ['answers no JSON', (_request, response) => void response.end('<html>')],
    ['answers too few texts', (_request, response) => json(response, { translatedText: ['one'] })],
    ['answers something else', (_request, response) => json(response, { translatedText: [1, 2] })],
    ['breaks off', (request) => void request.socket.destroy()],
  ])('gives a clear error if the service %s', async (_what, behave) => {
    service.on('libre', behave)
    expect(codes(await ask(NAMES))).toEqual([502, 'forms_integrations0003'])
  })

  test('is only for texts of the definition, and for people with the right', async () => {
    expect((await ask(['absent#value', 'it-step#no_such_text'])).body.data).toEqual([])
    expect(service.seen).toEqual([])
    expect(codes(await ask([]))).toEqual([400, 'forms_mgmt0001 names'])
    expect(codes(await ask(NAMES, 'viewer'))).toEqual([403, 'forms0018'])
    expect(codes(await ask(NAMES, 'nobody'))).toEqual([404, 'http_not_found'])
    expect(codes(await ask(NAMES, 'translator', 'de'))).toEqual([400, 'forms_mgmt0001 language'])
    expect((await ask(NAMES, 'translator')).status).toBe(200)
    expect((await ask(NAMES, 'author', 'it')).status).toBe(404)
  })
})

test('without a service, nothing is sent and nothing is offered', async () => {
  const plain = await startManagementCase()
  try {
    expect((await plain.call('GET', '/machine-translation')).body.data).toEqual({ available: false })
    expect(codes(await plain.call('POST', '/definitions/ours-root/translations/en/machine', { body: { names: ['a#b'] } }))).toEqual([404, 'http_not_found'])
  } finally {
    await plain.server.close()
  }
})
