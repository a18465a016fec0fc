import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { deflateRawSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { type ZipEntry, zipOf } from '../../../test/zip.ts'
import { type ArchiveLimits, ArchiveRefused, type RandomContent, type Spool, walkArchive } from './archive.ts'

const MB = 1_048_576
const LIMITS: ArchiveLimits = { entries: 1_000, bytes: 200 * MB, depth: 2, ms: 5_000 }
const contentOf = (bytes: Buffer): RandomContent => ({
  size: bytes.length,
  async *read(start = 0, end = bytes.length) {
    yield bytes.subarray(start, end)
  },
})
const inMemory: Spool = async (content, work) => {
  const pieces: Buffer[] = []
  for await (const piece of content) pieces.push(piece)
  await work(contentOf(Buffer.concat(pieces)))
}
/** Returns the reason why the server rejects an archive; undefined if the server accepts it. */
const verdictOf = (bytes: Buffer, limits = LIMITS) =>
  walkArchive(contentOf(bytes), limits, inMemory).then(
    () => undefined,
    (error: unknown) => {
      if (!(error instanceof ArchiveRefused)) throw error
      return error.kind
    },
  )

const text = (name: string, content: string | Buffer = 'Buongiorno'): ZipEntry => ({ name, content })
const nested = (depth: number, innermost: ZipEntry[]): Buffer<ArrayBuffer> =>
  depth === 0 ? zipOf(innermost) : zipOf([{ name: 'inner.zip', content: nested(depth - 1, innermost), method: 0 }])
const EXE = Buffer.concat([Buffer.from('MZ\x90\0', 'latin1'), Buffer.alloc(500)])
const zeros = (mb: number) => Buffer.alloc(mb * MB)
/** Returns random content for an entry of an archive. Random content cannot be compressed. */
const noise = (bytes: number) => randomBytes(bytes)

describe('the inspection of an archive accepts', () => {
  test.each<[what: string, bytes: Buffer]>([
    ['an archive of texts', zipOf([text('a.txt'), text('b/'), text('b/c.txt')])],
    ['an empty archive', zipOf([])],
    ['a document', zipOf([text('[Content_Types].xml'), text('word/document.xml', '<w:document/>')])],
    ['an archive with a letter that contains a workbook', nested(2, [text('xl/workbook.xml')])],
    ['a text of 1 MB that compresses well', zipOf([text('sheet.xml', Buffer.alloc(MB, '<c/>'))])],
    ['an archive of 1,000 entries', zipOf(Array.from({ length: 1_000 }, (_, at) => text(`${at}.txt`)))],
    ['an archive with file names in other alphabets', zipOf([{ ...text('città/αβγ.txt'), flags: 0x800 }])],
    ['an archive with dots in file names', zipOf([text('a..b/...c.txt')])],
    ['a document with an SVG picture', zipOf([text('word/media/a.svg', '<svg/>')])],
    [
      'an archive with the file modes of a Unix system',
      zipOf([
        { ...text('b/'), mode: 0o040755 },
        { ...text('b/a.txt'), mode: 0o100644 },
      ]),
    ],
    ['an archive with a comment', zipOf([text('a.txt')], { comment: 'fatto a mano' })],
  ])('%s', async (_what, bytes) => {
    expect(await verdictOf(bytes)).toBeUndefined()
  })
})

/** Uncompressed content of an entry of a zip bomb: 10 MB of zeros. */
const FLAT = zeros(10)
const PACKED = deflateRawSync(FLAT, { level: 9 })
const flat = (name: string): ZipEntry => ({ name, content: FLAT, packed: PACKED })
const overlapping = zipOf([flat('0'), ...Array.from({ length: 500 }, (_, at): ZipEntry => ({ ...flat(`${at + 1}`), at: 0 }))])
const lying = (declared: number) => zipOf([{ name: 'a.txt', content: 'x', packed: deflateRawSync(zeros(150), { level: 9 }), declared }])

const BOMBS: [what: string, bytes: () => Buffer, kind: 'harmful' | 'unfit'][] = [
  ['10 MB of zeros', () => zipOf([flat('a')]), 'unfit'],
  ['150 MB of zeros', () => zipOf([text('a', zeros(150))]), 'unfit'],
  ['2 MB of zeros', () => zipOf([text('a', zeros(2))]), 'unfit'],
  ['40 entries of zeros', () => zipOf(Array.from({ length: 40 }, (_, at) => flat(`${at}`))), 'unfit'],
  ['entries that lie on one another', () => overlapping, 'unfit'],
  ['two that lie on one another', () => zipOf([text('a', noise(9_000)), { ...text('b', noise(9_000)), at: 0 }]), 'unfit'],
  ['150 MB that say they are one byte', () => lying(1), 'unfit'],
  ['150 MB that say they are none', () => lying(0), 'unfit'],
  ['150 MB that say they are 1 MB', () => lying(MB), 'unfit'],
  ['150 MB that say they are 4 GB', () => lying(0xfffffffe), 'unfit'],
  ['300 MB declared by entries of 1 MB', () => zipOf(Array.from({ length: 300 }, (_, at) => text(`${at}`, zeros(1)))), 'unfit'],
  ['more entries than are taken', () => zipOf(Array.from({ length: 1_001 }, (_, at) => text(`${at}`, ''))), 'unfit'],
  ['60,000 entries', () => zipOf(Array.from({ length: 60_000 }, (_, at) => ({ ...text(`${at}`, ''), method: 0 }))), 'unfit'],
  [
    'entries in archives within, together more than are taken',
    () => zipOf(Array.from({ length: 6 }, (_, n) => ({ ...text(`${n}.zip`, zipOf(Array.from({ length: 200 }, (_e, at) => text(`${at}`)))), method: 0 }))),
    'unfit',
  ],
  ['an archive too deep', () => nested(3, [text('a.txt')]), 'unfit'],
  ['an archive 40 deep', () => nested(40, [text('a.txt')]), 'unfit'],
  ['a bomb in an archive', () => nested(1, [flat('a')]), 'unfit'],
  ['a bomb two deep', () => nested(2, [flat('a')]), 'unfit'],
  ['a bomb called a document in an archive', () => zipOf([{ name: 'a.docx', content: zipOf([flat('word/document.xml')]), method: 0 }]), 'unfit'],
  [
    'ten bombs below the bound, in archives within',
    () =>
      zipOf(Array.from({ length: 10 }, (_, n) => ({ ...text(`${n}.zip`, zipOf(Array.from({ length: 30 }, (_e, at) => text(`${at}`, zeros(1))))), method: 0 }))),
    'unfit',
  ],
  ['a bomb of another packer', () => zipOf([text('a.gz', gzipSync(zeros(50)))]), 'unfit'],
  ['an archive in itself, as far as one can say so', () => nested(5, [flat('a')]), 'unfit'],
  ['a directory that says more than there is', () => zipOf([text('a')], { count: 60_000 }), 'unfit'],
  ['stored sizes beyond the file', () => zipOf([{ ...text('a'), method: 0, declared: 50 * MB }]), 'unfit'],
]

describe('a zip bomb is rejected within a second and 50 MB of memory', () => {
  test('at least 20 kinds of zip bombs are tested', () => expect(BOMBS.length).toBeGreaterThanOrEqual(20))

  // The inspection must take less than a second, but other load on the machine may delay it. The test therefore runs
  // again if it fails.
  test.each(BOMBS)('%s', { retry: 2 }, async (_what, make, kind) => {
    const bytes = make()
    const before = process.memoryUsage.rss()
    let peak = before
    const watching = new AbortController()
    const watch = (async () => {
      for (; !watching.signal.aborted; await sleep(5)) peak = Math.max(peak, process.memoryUsage.rss())
    })()
    const started = performance.now()
    expect(await verdictOf(bytes)).toBe(kind)
    expect(performance.now() - started).toBeLessThan(1_000)
    watching.abort()
    await watch
    expect(peak - before).toBeLessThan(50 * MB)
  })
})

describe('an archive with harmful content', () => {
  test.each<[what: string, entry: ZipEntry]>([
    ['a file name that leads upwards', text('../a.txt')],
    ['a file name that leads upwards after a folder', text('a/../../b.txt')],
    ['an absolute file name', text('/etc/passwd')],
    ['an absolute Windows file name', text('C:/a.txt')],
    ['a Windows file name that leads upwards', text('..\\..\\a.txt')],
    ['an .exe file', text('a.exe')],
    ['an .SCR file', text('A.SCR')],
    ['an .exe file named like a document', text('fattura.pdf.exe')],
    ['an .exe file whose name ends in dots', text('a.exe. .')],
    ['a script', text('a.js')],
    ['a Windows shortcut', text('a.lnk')],
    ['a document with macros', text('a.docm')],
    ['a Windows program with a harmless name', text('a.txt', EXE)],
    ['a Linux program with a harmless name', text('a', Buffer.from('\x7fELF\x02\x01', 'latin1'))],
    ['a script with a harmless name', text('a', '#!/bin/sh\nrm -rf /')],
    ['a symbolic link', { ...text('a.txt', '/etc/passwd'), mode: 0o120777 }],
    ['macros in a document without a macro extension', text('word/vbaProject.bin')],
  ])('is rejected if it contains %s, directly or nested two archives deep', async (_what, entry) => {
    expect(await verdictOf(zipOf([text('readme.txt'), entry]))).toBe('harmful')
    expect(await verdictOf(nested(2, [text('readme.txt'), entry]))).toBe('harmful')
  })
})

describe('the inspection of an archive’s structure', () => {
  test.each<[what: string, bytes: Buffer]>([
    ['an encrypted entry', zipOf([text('b.txt'), { ...text('a.txt'), flags: 1 }])],
    ['an entry with strong encryption', zipOf([{ ...text('a.txt'), flags: 0x41 }])],
    ['an entry with an unknown compression', zipOf([{ ...text('a.txt'), method: 99 }])],
    ['an archive with a 7z archive', zipOf([text('a.7z', Buffer.from('7z\xbc\xaf\x27\x1c', 'latin1'))])],
    ['an archive with a RAR archive', zipOf([text('a.rar', 'Rar!\x1a\x07')])],
    ['an archive without a directory', Buffer.from('PK\x03\x04 and nothing more', 'latin1')],
    ['half of an archive', zipOf([text('a.txt', noise(5_000))]).subarray(0, 2_000)],
    ['an entry that cannot be unpacked', zipOf([{ ...text('a.txt', noise(100)), packed: Buffer.alloc(60, 255) }])],
  ])('rejects %s', async (_what, bytes) => {
    expect(await verdictOf(bytes)).toBe('unfit')
  })

  test('rejects an archive whose unpacking takes too long', async () => {
    expect(await verdictOf(zipOf([text('a.txt', noise(2_000_000))]), { ...LIMITS, ms: -1 })).toBe('unfit')
  })

  test('never crashes for an archive that is truncated or changed at any position', async () => {
    const whole = nested(1, [text('a.txt', noise(300)), text('b/c.txt')])
    for (let at = 0; at < whole.length; at++) {
      const altered = Buffer.from(whole)
      altered[at] = (altered[at] ?? 0) ^ 0xff
      for (const bytes of [altered, whole.subarray(0, at)]) expect(['harmful', 'unfit', undefined]).toContain(await verdictOf(bytes))
    }
  })
})
