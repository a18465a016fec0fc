import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { startTestServer, type TestServer } from '../../test/test-server.ts'
import { rowsOf } from '../../test/traces.ts'
import { loadRenderer } from '../surfaces/pages/rules.ts'
import { probe } from './probe.ts'

const FORM = parse(readFileSync(new URL('../../../../docs/operators/probe-form.yaml', import.meta.url), 'utf8')) as object

const property = (code: string, more: object) => ({
  type: 'PROPERTY',
  ordering: 1,
  required: true,
  value: { property_code: code, property_description: code, default_value: more },
})

/** A form of three steps with questions of many kinds, whose first option is closed. */
const LONG = {
  definitions: [
    {
      code_tag: 'long',
      tag_description: 'Comune',
      form_params: { auth_type: ['FREE'] },
      children: [
        { code_tag: 'closed', tag_description: 'Chiuso', disabled: true },
        {
          code_tag: 'streets',
          tag_description: 'Strade',
          form_fields: [
            property('street', { input_type: 'text', minlength: 5, maxlength: 40 }),
            property('since', { input_type: 'date', format: 'DD/MM/YYYY' }),
          ],
          children: [
            {
              code_tag: 'hole',
              tag_description: 'Buca',
              form_fields: [
                property('tax', { input_type: 'codfis' }),
                property('wide', { input_type: 'int', min: 3 }),
                { type: 'TERMS_CONDITIONS', ordering: 2, required: true, value: { text: 'Accetto', html: '<p>Sì</p>', shown_as: 'link' } },
              ],
            },
          ],
        },
      ],
    },
    {
      code_tag: 'photo',
      tag_description: 'Comune',
      form_params: { auth_type: ['DATACOLLECTION'] },
      children: [{ code_tag: 'picture', tag_description: 'Foto', form_fields: [property('picture', { input_type: 'file', file_type: ['jpg'] })] }],
    },
    { code_tag: 'shut', tag_description: 'Comune', form_params: { auth_type: ['FREE'] }, children: [{ code_tag: 'x', tag_description: 'X', disabled: true }] },
  ],
  forms: ['long', 'photo', 'shut'].map((code) => ({ code_form: code, code_tag: code, active: true })),
}

let server: TestServer
beforeAll(async () => {
  const { render, assetsFolder } = await loadRenderer()
  server = await startTestServer({ render, assetsFolder })
  await server.load(FORM)
  await server.load(LONG)
})
afterAll(() => server.close())

async function run(url: string, options: Parameters<typeof probe>[1] = {}) {
  let text = ''
  const reached = await probe([url], options, (written) => {
    text += written
  })
  // Durations differ between runs.
  return { reached, text: text.replaceAll(/ +\d+ ms/g, ' … ms') }
}

const stored = async () => (await rowsOf(server, 'select customer_code from requests')).length

/** Starts an HTTP server that answers in its own way. */
async function answering<T>(listener: RequestListener, run: (url: string) => Promise<T>): Promise<T> {
  const other: Server = createServer(listener).listen(0, '127.0.0.1')
  await once(other, 'listening')
  return run(`http://127.0.0.1:${(other.address() as AddressInfo).port}/form`).finally(() => {
    other.closeAllConnections()
    other.close()
  })
}

describe('the command probe', () => {
  test('walks down the first options that are open, and stores nothing', async () => {
    const before = await stored()
    expect(await run(`${server.url}/long`)).toEqual({
      reached: true,
      text: ['page … ms', 'script … ms', 'configuration … ms', 'step_1 … ms', 'step_2 … ms', 'step_3 … ms', 'reached the end in … ms'].join('\n'),
    })
    expect(await stored()).toBe(before)
  })

  test('submits the form made for it, again and again', async () => {
    const before = await stored()
    for (let time = 0; time < 2; time += 1) {
      const { reached, text } = await run(`${server.url}/probe`, { send: true })
      expect(text).toMatch(/send … ms\nreached the end in … ms, ticket PROBE-\w{8}$/)
      expect(reached).toBe(true)
      // The form accepts the same request again after 7.2 s.
      if (time === 0) await server.database.owner.query("update requests set created_at = created_at - interval '8 seconds'")
    }
    expect(await stored()).toBe(before + 2)
  })

  test('answers the questions of the whole path, accepts the terms, and asks for a mailbox where the form does', async () => {
    expect((await run(`${server.url}/long`, { send: true })).text).toMatch(/FAILED after … ms: the form asks for a mailbox: name one with --email$/)
    const { text } = await run(`${server.url}/long`, { send: true, email: 'probe@example.org' })
    expect(text).toMatch(/reached the end in … ms, ticket \w+$/)
  })

  test.each([
    ['an unknown form', '/none', {}, /^page … ms\nFAILED after … ms: (404|302)/],
    ['a page without a form', '/health/live', {}, /FAILED after … ms: the page is not a form of this product$/],
    ['a step whose options are all closed', '/shut', {}, /step_1 … ms\nFAILED after … ms: no option of the step "Comune" can be chosen$/],
    ['a path that requires a file', '/photo', { send: true }, /FAILED after … ms: the path requires a file, and the probe submits none$/],
    ['a rejected submission', '/long', { send: true, email: 'no mailbox' }, /send … ms\nFAILED after … ms: 422 forms00\d\d.*: .+$/],
  ])('fails at %s', async (_name, path, options, text) => {
    const result = await run(server.url + path, options)
    expect(result.text).toMatch(text)
    expect(result.reached).toBe(false)
  })

  test('fails at a server that does not answer, breaks off or is not there', async () => {
    const slow = await answering(
      () => {},
      (url) => run(url, { timeout: '0.2' }),
    )
    expect(slow).toEqual({ reached: false, text: 'page … ms\nFAILED after … ms: no answer within 0.2 s' })
    const broken = await answering((request) => void request.socket.destroy(), run)
    expect(broken).toMatchObject({ reached: false, text: expect.stringMatching(/^page … ms\nFAILED after … ms: \S/) })
    const gone = await answering(
      () => {},
      async (url) => url,
    )
    expect(await run(gone)).toMatchObject({ reached: false, text: expect.stringContaining('ECONNREFUSED') })
  })

  test.each([
    [
      'names a script of another server',
      '<script src="http://10.0.0.1/x.js"></script>',
      /the page names an address of another server: http:\/\/10\.0\.0\.1\/x\.js$/,
    ],
    [
      'names an interface at another server',
      '<script id="page-data">{"settings":{"apiBase":"http://10.0.0.1","apiKey":"k"}}</script>',
      /another server: http:\/\/10\.0\.0\.1\/forms\/form$/,
    ],
    [
      'answers calls with nothing',
      '<script id="page-data">{"settings":{"apiBase":"/null","apiKey":"k"}}</script>',
      /^page … ms\nconfiguration … ms\nFAILED after … ms: \S/,
    ],
    ['never ends', 'x'.repeat(21_000_000), /an answer of more than 20 MB$/],
  ])('fails at a server that %s', async (_what, html, text) => {
    const result = await answering((request, response) => void response.end(request.url?.startsWith('/null') ? 'null' : html), run)
    expect(result.text).toMatch(text)
    expect(result.reached).toBe(false)
  })

  test('writes nothing that a terminal would execute', async () => {
    const message = 'no \u001b[2J\u202e'
    const error = JSON.stringify({ success: false, data: null, errors: [{ severity: 'high', data: { code: 'x', params: [], message } }] })
    const { text } = await answering((_request, response) => void response.writeHead(500).end(error), run)
    expect(text).toContain('FAILED')
    expect(text.replaceAll('\n', '')).not.toMatch(/\p{C}/u)
  })

  test('writes metrics for Prometheus, with the part that failed last', async () => {
    const write = async (path: string) => (await run(server.url + path, { format: 'prometheus' })).text
    const url = `${server.url}/long`
    const good = await write('/long')
    expect(good).toContain(`sportello_probe_success{url="${url}"} 1\n`)
    expect(good).toMatch(new RegExp(`sportello_probe_seconds\\{url="${url}",step="step_3"\\} 0(\\.\\d+)?$`))
    expect(Number(/timestamp_seconds\{.*\} (\d+)/.exec(good)?.[1]) * 1_000).toBeGreaterThan(Date.now() - 60_000)
    expect(await write('/shut')).toContain(`sportello_probe_success{url="${server.url}/shut"} 0\n`)
  })

  test.each([
    [[], {}, 'the URL of one form'],
    [['http://a.example/x', 'http://b.example/x'], {}, 'the URL of one form'],
    [['sportello'], {}, 'not an http or https URL'],
    [['file:///etc/passwd'], {}, 'not an http or https URL'],
    [['https://a.example'], {}, 'names no form'],
    [['https://a.example/x'], { format: 'xml' }, 'knows the formats text, prometheus'],
    [['https://a.example/x'], { format: 'constructor' }, 'knows the formats'],
    [['https://a.example/x'], { email: 'a@example.org' }, '--email needs --send'],
    [['https://a.example/x'], { timeout: 'soon' }, 'a number of seconds'],
  ])('rejects %j with %j', async (args, options, message) => {
    await expect(probe(args, options, () => {})).rejects.toThrow(message)
  })
})
