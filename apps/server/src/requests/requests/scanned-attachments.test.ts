import { gzipSync } from 'node:zlib'
import type { DeploymentHealth, SendReceipt, ShownRequest } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { afterContent, EICAR, LATER, type Misbehaviour, NO_CLAMD, type RunningClamd, startClamd, startPeer } from '../../../test/clamd.ts'
import { eventually } from '../../../test/mail-sink.ts'
import { freshAnswers, PNG, sendForm, withFiles } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf, tracesOf } from '../../../test/traces.ts'
import { zipOf } from '../../../test/zip.ts'
import { openOperatorSession } from '../../management/operator-session.ts'
import { startWorker } from '../../surfaces/jobs/worker.ts'
import { VirusScanner } from '../attachments/clamd.ts'
import { rescan } from '../attachments/rescan.ts'

const FORM = {
  definitions: [
    {
      code_tag: 'any',
      tag_description: 'x',
      form_params: { auth_type: ['FREE'] },
      form_fields: [
        { type: 'PROPERTY', ordering: 1, value: { property_code: 'photos', property_description: 'x', default_value: { input_type: 'file', multiple: true } } },
        { type: 'PROPERTY', ordering: 2, value: { property_code: 'street', property_description: 'x', default_value: { input_type: 'text' } } },
      ],
    },
  ],
  forms: [{ code_form: 'any', code_tag: 'any' }],
  settings: ['calls_per_minute', 'unconfirmed_mails'].map((code) => ({ code, value: '1000000' })),
}

type File = [name: string, content: Buffer<ArrayBuffer> | string]
const bytes = (...parts: (string | Buffer)[]): Buffer<ArrayBuffer> => Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))
const sendTo = (server: TestServer, ...files: File[]) =>
  server.call<SendReceipt>('POST', '/forms/any', { body: withFiles(sendForm(freshAnswers(), { code_tag: 'any' }), ...files) })
const statusAndErrors = ({ status, body }: Awaited<ReturnType<typeof sendTo>>) => [status, body.errors.map(({ data }) => [data.code, data.params, data.field])]

const docxOf = (more: Parameters<typeof zipOf>[0] = []) =>
  zipOf([{ name: '[Content_Types].xml', content: '<Types/>' }, { name: 'word/document.xml', content: '<w/>' }, ...more])
const bad = { name: 'a.txt', content: EICAR }
const CFB = Buffer.from('d0cf11e0a1b11ae1', 'hex')
/** Files that contain the EICAR test virus in a hidden form, each with the expected error code. */
const WRAPPINGS: [file: File, code: 'forms0026' | 'forms0032', what: string][] = [
  [['eicar.txt', EICAR], 'forms0026', 'as plain text'],
  [['eicar.com.txt', EICAR], 'forms0026', 'in a file with two extensions'],
  [['EICAR.TXT', EICAR], 'forms0026', 'in a file with a name in capitals'],
  [['città \u{1F600}.txt', EICAR], 'forms0026', 'in a file with a name outside ASCII'],
  [['eicar.com', EICAR], 'forms0032', 'in a file named eicar.com'],
  [['a.csv', EICAR], 'forms0026', 'in a file named as CSV'],
  [['a.xml', `<?xml version="1.0"?><a>${EICAR}</a>`], 'forms0026', 'in an XML file'],
  [['a.txt', `${'Buongiorno\n'.repeat(100)}${EICAR}`], 'forms0026', 'at the end of a text'],
  [['a.txt', `${EICAR}${'\n'.repeat(100)}`], 'forms0026', 'with white space after it'],
  [['a.txt', `${'a'.repeat(3_000_000)}${EICAR}`], 'forms0026', 'after 3 MB of text'],
  [['a.txt', `\u{FEFF}${EICAR}`], 'forms0026', 'after a byte order mark'],
  [['a.pdf', `%PDF-1.7\n${EICAR}\n%%EOF`], 'forms0026', 'in a PDF file'],
  [['a.rtf', `{\\rtf1 ${EICAR}}`], 'forms0026', 'in an RTF file'],
  [['a.doc', bytes(CFB, Buffer.alloc(504), EICAR)], 'forms0026', 'in an old Word document'],
  [['a.png', bytes(PNG, EICAR)], 'forms0026', 'after a picture'],
  [['a.gif', bytes('GIF89a', Buffer.alloc(20), EICAR)], 'forms0026', 'in a picture'],
  [
    [
      'a.eml',
      `From: a@example.org\r\nSubject: x\r\nMIME-Version: 1.0\r\nContent-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(EICAR).toString('base64')}\r\n`,
    ],
    'forms0026',
    'in a mail, in base64',
  ],
  [['a.zip', zipOf([bad])], 'forms0026', 'in an archive'],
  [['a.zip', zipOf([{ ...bad, method: 0 }])], 'forms0026', 'in an archive without compression'],
  [
    [
      'a.zip',
      zipOf([
        { name: 'b.txt', content: 'x' },
        { name: 'c/d/a.txt', content: EICAR },
      ]),
    ],
    'forms0026',
    'in an archive’s folder',
  ],
  [['a.zip', zipOf([{ name: 'a.zip', content: zipOf([bad]) }])], 'forms0026', 'in an archive in an archive'],
  [['a.zip', zipOf([{ name: 'a.zip', content: zipOf([{ name: 'a.zip', content: zipOf([bad]) }]) }])], 'forms0026', 'three archives deep'],
  [
    ['a.zip', zipOf([{ name: 'a.zip', content: zipOf([{ name: 'a.zip', content: zipOf([{ name: 'a.zip', content: zipOf([bad]) }]) }]) }])],
    'forms0032',
    'four archives deep',
  ],
  [['a.zip', zipOf([{ ...bad, flags: 1 }])], 'forms0032', 'in an encrypted archive'],
  [['a.zip', zipOf([{ name: 'a.gz', content: gzipSync(EICAR) }])], 'forms0032', 'in a gzip file in an archive'],
  [['a.zip', zipOf([{ name: 'a.txt', content: 'x' }], { comment: EICAR })], 'forms0026', 'in an archive’s comment'],
  [['a.zip', zipOf([{ name: 'big.txt', content: `${'abcdefghij'.repeat(100_000)}${EICAR}` }])], 'forms0026', 'after 1 MB of text in an archive'],
  [['a.docx', docxOf([{ name: 'word/media/image1.png', content: bytes(PNG, EICAR) }])], 'forms0026', 'in a Word document’s picture'],
  [['a.docx', docxOf([{ name: 'word/embeddings/a.xlsx', content: zipOf([bad]) }])], 'forms0026', 'in a Word document’s workbook'],
  [['a.docx', docxOf([{ name: 'word/embeddings/oleObject1.bin', content: bytes(CFB, Buffer.alloc(504), EICAR) }])], 'forms0026', 'in a Word document’s object'],
  [['a.xlsx', zipOf([{ name: 'xl/workbook.xml', content: `<a>${EICAR}</a>` }])], 'forms0026', 'in a workbook'],
  [['a.zip', zipOf([{ name: 'a.docx', content: docxOf([bad]) }])], 'forms0026', 'in a Word document in an archive'],
]

describe.skipIf(NO_CLAMD)('attachments scanned by a real clamd', () => {
  let clamd: RunningClamd
  let server: TestServer
  let credential: string
  beforeAll(async () => {
    clamd = await startClamd()
    server = await startTestServer({ env: { CLAMD_URL: clamd.url } })
    await server.load(FORM)
    await rowsOf(server, "insert into operators (username, role) values ('anna', 'viewer')")
    credential = await openOperatorSession(server.database, 'anna')
  })
  afterAll(async () => {
    await server?.close()
    await clamd?.stop()
  })
  const manage = <T>(path: string) => server.call<T>('GET', `/managements${path}`, { headers: { Authorization: `Bearer ${credential}` } })

  test('an attachment without malware is stored with the time of its scan', async () => {
    const answer = await sendTo(server, ['a.txt', 'Buongiorno'], ['a.docx', docxOf()], ['a.zip', zipOf([{ name: 'a.txt', content: 'x' }])])
    expect(statusAndErrors(answer)).toEqual([201, []])
    const rows = await rowsOf(
      server,
      'select a.scanned_at is not null as scanned, malware from attachments a join requests r on r.id = a.request_id where r.ticket = $1',
      [answer.body.data?.ticket],
    )
    expect(rows).toEqual(Array.from({ length: 3 }, () => ({ scanned: true, malware: null })))
  })

  test('at least 25 ways to hide the EICAR test virus in a file are tested', () => expect(WRAPPINGS.length).toBeGreaterThanOrEqual(25))

  test.each(WRAPPINGS)('a submission that contains EICAR is rejected and nothing is stored (%#: $2)', async (file, code) => {
    const before = await tracesOf(server)
    const answer = await sendTo(server, ['good.txt', 'x'], file)
    const [name] = file
    expect(statusAndErrors(answer)).toEqual([code === 'forms0026' ? 422 : 415, [[code, [name], 'photos']]])
    if (code === 'forms0026') expect(answer.body.errors[0]?.data.message).toContain(name)
    expect(await tracesOf(server)).toEqual(before)
  })

  // The server accepts this file, because a virus scanner does not decode base64 in a plain text file.
  test('an attachment with EICAR encoded as base64 in a text file is stored', async () => {
    expect((await sendTo(server, ['a.txt', Buffer.from(EICAR).toString('base64')])).status).toBe(201)
  })

  test('an attachment is not stored while clamd hangs, but is stored after clamd continues', async () => {
    const patient = server.services.virusScanner
    server.services.virusScanner = new VirusScanner({ path: clamd.url.slice('unix:'.length) }, { connectMs: 300, answerMs: 500 })
    process.kill(clamd.pid, 'SIGSTOP')
    const before = await tracesOf(server)
    const refused = await sendTo(server, ['a.txt', 'x'])
    expect([statusAndErrors(refused), refused.headers.get('retry-after')]).toEqual([[503, [['forms0002', [], undefined]]], '30'])
    expect(await tracesOf(server)).toEqual(before)
    process.kill(clamd.pid, 'SIGCONT')
    server.services.virusScanner = patient
    expect((await sendTo(server, ['a.txt', 'x'])).status).toBe(201)
  })

  test('the health report contains the version of the virus scanner', async () => {
    expect((await manage<DeploymentHealth>('/health')).body.data?.antivirus).toEqual({
      configured: true,
      version: expect.stringMatching(/^\d+\.\d+/),
      signatures: null,
      found: 0,
    })
  })

  test('an attachment cannot be downloaded after a rescan found malware in it', async () => {
    const answer = await sendTo(server, ['late.txt', `Vedi ${LATER}`], ['good.txt', 'x'])
    const ticket = answer.body.data?.ticket
    await clamd.learn()
    const findings: string[] = []
    const scanner = server.services.virusScanner as VirusScanner
    const run = async (form?: string) => {
      let last = {}
      for await (const progress of rescan(server.services, scanner, { ...(form !== undefined && { form }), tell: ({ file }) => findings.push(file.name) }))
        last = progress
      return last
    }
    const [{ n }] = (await rowsOf(server, 'select count(*)::int as n from attachments')) as [{ n: number }]
    expect(await run('nobody')).toEqual({ scanned: 0, found: 0, unreadable: 0 })
    expect(await run()).toEqual({ scanned: n, found: 1, unreadable: 0 })
    expect(findings).toEqual(['late.txt'])
    const shown = (await manage<ShownRequest>(`/requests/${ticket}`)).body.data?.attachments ?? []
    const attachments = shown.toSorted((a, b) => b.name.localeCompare(a.name))
    expect(attachments.map(({ name, malware }) => [name, malware])).toEqual([
      ['late.txt', expect.stringContaining('Test.Later')],
      ['good.txt', null],
    ])
    const refused = await manage(`/requests/${ticket}/attachments/${attachments[0]?.id}`)
    expect([refused.status, refused.body.errors[0]?.data]).toEqual([422, expect.objectContaining({ code: 'forms0026', params: ['late.txt'] })])
    expect((await manage<DeploymentHealth>('/health')).body.data?.antivirus.found).toBe(1)
    // Simulates a false alarm of the virus scanner. When a rescan finds no malware, the file can be downloaded again.
    await rowsOf(server, "update attachments set malware = 'by mistake' where name = 'good.txt'")
    expect(await run('any')).toEqual({ scanned: n, found: 1, unreadable: 0 })
    expect(await rowsOf(server, 'select name from attachments where malware is not null')).toEqual([{ name: 'late.txt' }])
    // The audit log contains only one entry for the malware, although several rescans have found it.
    const statusAndErrors = await rowsOf(server, "select operator, customer_code, after from audit_lines where action = 'attachment.malware'")
    expect(statusAndErrors).toEqual([{ operator: '', customer_code: 'any', after: { malware: expect.stringContaining('Test.Later') } }])
  })

  test('the weekly job rescans all attachments in batches', async () => {
    const names = Array.from({ length: 12 }, (_, at): [string, string] => [`many-${at}.txt`, `x ${at}`])
    for (let sent = 0; sent < 9; sent++) await sendTo(server, ...names)
    await rowsOf(server, "update attachments set scanned_at = '2020-01-01', malware = 'by mistake' where name like 'many-%'")
    const worker = await startWorker(server.services, () => {})
    try {
      await rowsOf(server, "select graphile_worker.add_job('rescan_attachments', '{}'::json)")
      const left = () => rowsOf(server, "select 1 from attachments where name like 'many-%' and (malware is not null or scanned_at < '2021-01-01')")
      expect(await eventually(left, (rows) => rows.length === 0, 30_000)).toEqual([])
    } finally {
      await worker.stop()
    }
  })

  test('the health report shows that the virus scanner is unavailable after clamd has stopped', async () => {
    await clamd.stop()
    expect(statusAndErrors(await sendTo(server, ['a.txt', 'x']))).toEqual([503, [['forms0002', [], undefined]]])
    expect((await sendTo(server)).status).toBe(201)
    expect((await manage<DeploymentHealth>('/health')).body.data?.antivirus).toMatchObject({ configured: true, version: null })
  })
})

describe('no upload is stored while the virus scanner fails', () => {
  const PEERS: [what: string, behave: Misbehaviour][] = [
    ['closes the connection', (socket) => void socket.end()],
    ['resets the connection', (socket) => void socket.once('data', () => socket.resetAndDestroy())],
    ['responds with an error', (socket) => afterContent(socket, () => void socket.write('stream: Error ERROR\0'))],
    ['responds with garbage', (socket) => afterContent(socket, () => void socket.write('stream: OK or so\0'))],
  ]

  test.each(PEERS)('none of 250 uploads while the scanner %s', async (_what, behave) => {
    const peer = await startPeer(behave)
    const server = await startTestServer({ env: { CLAMD_URL: peer.url } })
    try {
      await server.load(FORM)
      const before = await tracesOf(server)
      const statuses = new Map<number, number>()
      for (let round = 0; round < 10; round++) {
        const answers = await Promise.all(Array.from({ length: 25 }, () => sendTo(server, ['a.txt', 'x'])))
        for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
      expect(Object.fromEntries(statuses)).toEqual({ 503: 250 })
      expect(await tracesOf(server)).toEqual(before)
    } finally {
      await server.close()
      await peer.close()
    }
  })
})

test('archives are inspected even without a virus scanner', async () => {
  const server = await startTestServer()
  try {
    await server.load(FORM)
    const before = await tracesOf(server)
    expect(statusAndErrors(await sendTo(server, ['a.zip', zipOf([{ name: 'a.exe', content: 'x' }])]))).toEqual([422, [['forms0026', ['a.zip'], 'photos']]])
    expect(statusAndErrors(await sendTo(server, ['a.docx', docxOf([{ name: 'a', content: Buffer.alloc(20_000_000) }])]))).toEqual([
      415,
      [['forms0032', ['a.docx'], 'photos']],
    ])
    expect(await tracesOf(server)).toEqual(before)
    expect(statusAndErrors(await sendTo(server, ['a.zip', zipOf([{ name: 'a.docx', content: docxOf() }])]))).toEqual([201, []])
    expect(await rowsOf(server, 'select scanned_at from attachments')).toEqual([{ scanned_at: null }])
  } finally {
    await server.close()
  }
})
