import { existsSync } from 'node:fs'
import { readdir, readlink } from 'node:fs/promises'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import type { SendReceipt } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessForm } from '../../../test/access-bundle.ts'
import { eventually } from '../../../test/mail-sink.ts'
import { bytesOf, GOOD_PARTS, multipart, sendAndLeave, sendRaw } from '../../../test/raw-http.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { ANSWERS, freshAnswers, PNG, sendForm, withFiles } from '../../../test/send.ts'
import { MANY_MAILS, startTestServer, type TestServer } from '../../../test/test-server.ts'
import { filesIn, rowsOf, tracesOf } from '../../../test/traces.ts'
import { keptPath } from '../attachments/disk-files.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.load(MANY_MAILS)
  await server.load(sampleBundle())
})
afterAll(() => server.close())

const body = (disposition: string | Buffer, content: Buffer = PNG) =>
  multipart('B', [...GOOD_PARTS, [`Content-Disposition: form-data; name="attachments-photos"; ${disposition}\r\nContent-Type: image/png`, content]])
const requestOf = (bytes: Buffer) => ({ headers: ['Content-Type: multipart/form-data; boundary=B', `Content-Length: ${bytes.length}`], body: bytes })

describe('the name of an uploaded file', () => {
  test.each<[disposition: string, kept: string, why: string]>([
    ['filename="a.png"', 'a.png', 'an ordinary name'],
    ['filename="../../etc/passwd.png"', 'passwd.png', 'a path that leads upwards'],
    ['filename="..\\..\\windows\\a.png"', 'a.png', 'a Windows path'],
    ['filename="/etc/cron.d/a.png"', 'a.png', 'an absolute path'],
    ['filename="C:\\a.png"', 'a.png', 'a path with a drive letter'],
    ['filename="%2e%2e%2fa.png"', '%2e%2e%2fa.png', 'a percent-encoded path, which is an ordinary name'],
    ['filename="a\0.png"', 'a.png', 'a NUL'],
    ['filename="a\0.exe.png"', 'a.exe.png', 'a NUL before an extension'],
    ['filename="a\tb\x7f.png"', 'ab.png', 'control characters'],
    ['filename="gnp.\u202eexe.png"', 'gnp.exe.png', 'a bidirectional override'],
    ['filename="a\u2066\u200f.png"', 'a.png', 'other bidirectional marks'],
    ['filename="a:b*c?d<e>f|g.png"', 'abcdefg.png', 'characters that Windows forbids'],
    ['filename="a\\"b.png"', 'ab.png', 'a quote'],
    [`filename="${'a'.repeat(4_096)}.png"`, `${'a'.repeat(196)}.png`, 'a name of 4 KB'],
    [`filename="${'😀'.repeat(1_000)}.png"`, `${'😀'.repeat(98)}.png`, '1,000 characters outside the basic plane'],
    [`filename="a${'😀'.repeat(1_000)}.png"`, `a${'😀'.repeat(97)}.png`, 'a limit that falls within a surrogate pair'],
    ["filename*=UTF-8''citt%C3%A0.png", 'città.png', 'the encoding of RFC 5987'],
    ['filename="citta\u0300.png"', 'città.png', 'a combining accent'],
    ['filename="CON.png"', 'CON.png', 'a Windows device'],
  ])('is sanitized before it is stored (case %#: $2)', async (disposition, kept) => {
    await rowsOf(server, 'delete from request_fingerprints')
    const answer = await sendRaw(server, requestOf(body(disposition)))
    expect(answer.body?.errors).toEqual([])
    expect(answer.status).toBe(201)
    const receipt = answer.body?.data as SendReceipt | undefined
    const [row] = await rowsOf(server, 'select a.id, a.name from attachments a join requests r on r.id = a.request_id where r.ticket = $1', [receipt?.ticket])
    expect(row?.name).toBe(kept)
    expect(await filesIn(server, 'kept')).toContain(keptPath(server.dataDir, 'sample', String(row?.id)))
  })

  test.each<[disposition: string, why: string]>([
    ['filename=""', 'none'],
    ['filename="....png"', 'only dots before the extension'],
    ["filename*=UTF-8''a%0d%0aSet-Cookie%3a%20x.png", 'an encoded line break'],
    ['filename="a.png\r\nX-Evil: 1"', 'an unescaped line break'],
    ['filename=".png\0"', 'only an extension'],
    ['filename="..."', 'only dots'],
    ['filename="a.png\0.exe"', 'a NUL before a second extension'],
    ["filename*=UTF-8''%ff%fe.exe", 'bytes that are not UTF-8'],
  ])('sent as %s is rejected or sanitized, and no file is written outside of the attachment store (in the name: %s)', async (disposition) => {
    const before = await tracesOf(server)
    const { status } = await sendRaw(server, requestOf(body(disposition)))
    expect(status).toBeGreaterThanOrEqual(201)
    expect(status).toBeLessThan(500)
    if (status !== 201) expect(await tracesOf(server)).toEqual(before)
    expect(await filesIn(server, 'quarantine')).toEqual([])
  })
})

/** Returns the files in the server's data folder that the server process has open. */
async function openFiles(): Promise<string[]> {
  const links = await Promise.all((await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
  return links.filter((place) => place.startsWith(server.dataDir))
}

describe('a client that disconnects during an upload', () => {
  const bytes = bytesOf(requestOf(body('filename="a.png"', Buffer.alloc(300_000, PNG))))
  const points = [0.01, 0.05, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 0.9999].map((part) => Math.floor(bytes.length * part))

  test.each(points)('after %i bytes leaves no file on the server and does not disturb other submissions', async (point) => {
    const before = await tracesOf(server)
    await sendAndLeave(server, bytes, point)
    const after = await eventually(
      () => tracesOf(server),
      (traces) => JSON.stringify(traces) === JSON.stringify(before),
      5_000,
    )
    expect(after).toEqual(before)
    expect((await server.call('GET', '/forms/sample')).status).toBe(200)
  })

  test('leaves no file on the server, even if 20 clients disconnect at the same time', async () => {
    const before = await tracesOf(server)
    await Promise.all(Array.from({ length: 20 }, (_, at) => sendAndLeave(server, bytes, Math.floor((bytes.length * (at + 1)) / 22))))
    const after = await eventually(
      () => tracesOf(server),
      (traces) => JSON.stringify(traces) === JSON.stringify(before),
      5_000,
    )
    expect(after).toEqual(before)
  })
})

describe.runIf(existsSync('/proc/self/fd'))('an upload whose client disconnected', () => {
  test('leaves no open file descriptor in the server', async () => {
    const bytes = bytesOf(requestOf(body('filename="a.png"', Buffer.alloc(300_000, PNG))))
    const { hostname, port } = new URL(server.url)
    const sockets = Array.from({ length: 8 }, () => connect(Number(port), hostname))
    for (const socket of sockets) socket.on('error', () => {}).write(bytes.subarray(0, 200_000))
    expect(await eventually(openFiles, (open) => open.length === sockets.length, 5_000)).toHaveLength(sockets.length)
    for (const socket of sockets) socket.destroy()
    expect(await eventually(openFiles, (open) => open.length === 0, 5_000)).toEqual([])
    // The server removes the files of a cancelled upload shortly after it has closed them.
    const left = await eventually(
      () => filesIn(server, 'quarantine'),
      (files) => files.length === 0,
      5_000,
    )
    expect(left).toEqual([])
  })
})

describe('an uploaded file of 100 MB', () => {
  const size = 100 * 1024 * 1024

  test('is rejected as too large without being buffered in memory', async () => {
    const before = await tracesOf(server)
    const memory = process.memoryUsage().rss
    const chunk = Buffer.alloc(1024 * 1024, 'a')
    const head = multipart('B', GOOD_PARTS).subarray(0, -'--B--\r\n'.length)
    const part = Buffer.from('--B\r\nContent-Disposition: form-data; name="attachments-photos"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n')
    const tail = Buffer.from('\r\n--B--\r\n')
    async function* content() {
      yield Buffer.concat([head, part])
      for (let sent = 0; sent < size; sent += chunk.length) yield chunk
      yield tail
    }
    const { status, body: answer } = await server.call('POST', '/forms/sample', {
      body: Readable.toWeb(Readable.from(content())) as ReadableStream,
      duplex: 'half',
      headers: { 'Content-Type': 'multipart/form-data; boundary=B' },
    } as RequestInit)
    expect([status, answer.errors.map(({ data }) => [data.code, data.field])]).toEqual([413, [['forms0019', 'photos']]])
    expect(await tracesOf(server)).toEqual(before)
    expect(process.memoryUsage().rss - memory).toBeLessThan(80 * 1024 * 1024)
  })

  test('does not delay parallel uploads of other clients', async () => {
    const big = withFiles(sendForm(ANSWERS), ['a.txt', Buffer.alloc(21 * 1024 * 1024, 'a')])
    const small = () => withFiles(sendForm(freshAnswers()), ['a.png', PNG])
    const answers = await Promise.all([big, small(), small(), small()].map((form) => server.call('POST', '/forms/sample', { body: form })))
    expect(answers.map(({ status }) => status)).toEqual([413, 201, 201, 201])
    expect(await filesIn(server, 'quarantine')).toEqual([])
  })
})

describe('a form without an access mode that is open to everybody', () => {
  beforeAll(() => server.load(accessForm({ code: 'closed', authTypes: ['SSO'] })))
  const head = 'Content-Type: multipart/form-data; boundary=B'
  /** The beginning of an upload of 10 MB. The client never sends the rest. */
  const begun = (parts: Parameters<typeof multipart>[1]) => ({
    path: '/forms/closed',
    headers: [head, 'Content-Length: 10000000'],
    body: multipart('B', parts).subarray(0, -20),
  })
  const photo: Parameters<typeof multipart>[1][number] = [
    'Content-Disposition: form-data; name="attachments-photos"; filename="a.png"\r\nContent-Type: image/png',
    PNG,
  ]

  test.each<[what: string, parts: Parameters<typeof multipart>[1]]>([
    ['without a session code', [photo]],
    ['with an unknown session code', [['Content-Disposition: form-data; name="otp_code"', 'nobody'], photo]],
  ])('rejects a submission %s when its first file begins, before the rest of the body arrives', async (_what, parts) => {
    const before = await tracesOf(server)
    const { status, body: answer, ms } = await sendRaw(server, begun(parts))
    expect([status, answer?.errors.map(({ data }) => data.code)]).toEqual([401, ['forms0011']])
    expect(ms).toBeLessThan(10_000)
    expect(await tracesOf(server)).toEqual(before)
  })
})

test('a disabled form rejects a submission before its body has arrived completely', async () => {
  await server.load(sampleBundle({ code: 'asleep', active: false }))
  const { status, ms } = await sendRaw(server, {
    path: '/forms/asleep',
    headers: ['Content-Type: multipart/form-data; boundary=B', 'Content-Length: 10000000'],
    body: '--B\r\n',
  })
  expect(status).toBe(503)
  expect(ms).toBeLessThan(10_000)
})

test('the database contains no unkeyed hash of answers, from which somebody could guess the answers', async () => {
  const { body: sent } = await server.call<SendReceipt>('POST', '/forms/sample', {
    body: sendForm(freshAnswers()),
    headers: { 'Idempotency-Key': 'hash-of-what' },
  })
  const [row] = await rowsOf(server, 'select length(content_hash) as bytes from requests where ticket = $1', [sent.data?.ticket])
  expect(row).toEqual({ bytes: 0 })
})
