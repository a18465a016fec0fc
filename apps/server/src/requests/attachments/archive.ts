import type { Readable } from 'node:stream'
import { Readable as ReadableStream } from 'node:stream'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { EXECUTABLE_NAMES, isExecutable, isMacroProject, isUnsupportedArchive } from './zip-entry-checks.ts'

/** The content of a file, readable from any position. */
export interface RandomContent {
  size: number
  read: (start?: number, end?: number) => AsyncIterable<Buffer>
}

/** Limits for unpacking an archive, including the archives nested in it. */
export interface ArchiveLimits {
  entries: number
  /** Maximum total size of all unpacked entries of an archive, in bytes. */
  bytes: number
  /** Maximum depth of nested archives. A workbook inside a document inside an archive has the depth 2. */
  depth: number
  ms: number
}

/**
 * Stores a nested archive temporarily, because `work` must read it from any position and a stream does not allow that.
 * Deletes the copy when `work` has ended.
 */
export type Spool = (content: AsyncIterable<Buffer>, work: (content: RandomContent) => Promise<void>) => Promise<void>

/**
 * Error for a rejected archive. The kind `harmful` means that its content may do harm; the kind `unfit` means that its
 * structure is not acceptable.
 */
export class ArchiveRefused extends Error {
  readonly kind: 'harmful' | 'unfit'

  constructor(kind: 'harmful' | 'unfit', why: string, cause?: unknown) {
    super(why, { cause })
    this.kind = kind
  }
}

/**
 * Maximum compression ratio of archives and of their entries that are larger than `RATIO_FROM_BYTES`. Ordinary
 * documents stay below it; zip bombs exceed it (CWE-409).
 */
const RATIO = 100
const RATIO_FROM_BYTES = 1_048_576
const HEAD_BYTES = 4_100
/** Length in bytes of the fixed part of a local file header in a ZIP archive (APPNOTE.TXT 4.3.7). */
const LOCAL_HEADER_BYTES = 30

export function isArchive(head: Uint8Array): boolean {
  const start = Buffer.from(head.subarray(0, 4)).toString('latin1')
  return start === 'PK\x03\x04' || start === 'PK\x05\x06' || start === 'PK\x07\x08'
}

/**
 * Inspects a ZIP archive or a document in ZIP format: first its directory, then the content of every entry, which must
 * match the directory.
 * @throws ArchiveRefused.
 */
export async function walkArchive(content: RandomContent, limits: ArchiveLimits, spool: Spool): Promise<void> {
  await new Walk(limits, spool).archive(content, 0)
}

class Walk {
  readonly #limits: ArchiveLimits
  readonly #spool: Spool
  readonly #end: number
  #entries = 0
  #declared = 0

  constructor(limits: ArchiveLimits, spool: Spool) {
    this.#limits = limits
    this.#spool = spool
    this.#end = performance.now() + limits.ms
  }

  async archive(content: RandomContent, depth: number): Promise<void> {
    if (depth > this.#limits.depth) throw new ArchiveRefused('unfit', 'archives within archives')
    const zip = await fromRandomAccessReaderPromise(new ContentReader(content), content.size, { strictFileNames: false, autoClose: false }).catch(unfit)
    try {
      const entries = await this.#directory(zip, content.size)
      for (const entry of entries) await this.#entry(zip, entry, depth)
    } catch (error) {
      throw error instanceof ArchiveRefused ? error : unfit(error)
    } finally {
      zip.close()
    }
  }

  /** Checks every entry in the directory of a ZIP archive before any entry is unpacked. */
  async #directory(zip: ZipFile, size: number): Promise<Entry[]> {
    const entries: Entry[] = []
    if (this.#entries + zip.entryCount > this.#limits.entries) throw new ArchiveRefused('unfit', 'too many entries')
    for await (const entry of zip.eachEntry()) {
      if (++this.#entries > this.#limits.entries) throw new ArchiveRefused('unfit', 'too many entries')
      this.#judge(entry)
      entries.push(entry)
    }
    rejectOverlaps(entries, size)
    rejectBomb({ compressedSize: size, uncompressedSize: entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0) })
    return entries
  }

  #judge(entry: Entry): void {
    if (entry.isEncrypted()) throw new ArchiveRefused('unfit', 'encrypted')
    if (!entry.canDecodeFileData()) throw new ArchiveRefused('unfit', 'an unknown compression')
    this.#declared += entry.uncompressedSize
    if (this.#declared > this.#limits.bytes) throw new ArchiveRefused('unfit', 'too much unpacked')
    rejectBomb(entry)
    if (isLink(entry)) throw new ArchiveRefused('harmful', 'a link')
    if (EXECUTABLE_NAMES.test(entry.fileName)) throw new ArchiveRefused('harmful', 'a program')
    if (isMacroProject(entry.fileName)) throw new ArchiveRefused('harmful', 'macros where there are none')
  }

  async #entry(zip: ZipFile, entry: Entry, depth: number): Promise<void> {
    if (entry.fileName.endsWith('/') && entry.uncompressedSize === 0) return
    const stream = await zip.openReadStreamPromise(entry)
    const pieces = this.#timed(stream)[Symbol.asyncIterator]()
    try {
      const heads: Buffer[] = []
      let size = 0
      while (size < HEAD_BYTES) {
        const { done, value } = await pieces.next()
        if (done) break
        heads.push(value)
        size += value.length
      }
      const head = Buffer.concat(heads)
      if (isExecutable(head)) throw new ArchiveRefused('harmful', 'a program')
      if (isUnsupportedArchive(head)) throw new ArchiveRefused('unfit', 'an archive of another kind')
      if (isArchive(head)) return await this.#spool(joined(head, pieces), (inner) => this.archive(inner, depth + 1))
      for (let next = await pieces.next(); !next.done; next = await pieces.next());
    } finally {
      stream.destroy()
    }
  }

  async *#timed(stream: Readable): AsyncGenerator<Buffer> {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      if (performance.now() > this.#end) throw new ArchiveRefused('unfit', 'too long to unpack')
      yield piece
    }
  }
}

async function* joined(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield head
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

function rejectBomb({ compressedSize, uncompressedSize }: Pick<Entry, 'compressedSize' | 'uncompressedSize'>): void {
  if (uncompressedSize > RATIO_FROM_BYTES && uncompressedSize > RATIO * compressedSize) throw new ArchiveRefused('unfit', 'a bomb')
}

/**
 * Rejects a ZIP archive with overlapping entries, because such an archive can unpack to far more than its own size
 * (https://www.bamsoftware.com/hacks/zipbomb/).
 */
function rejectOverlaps(entries: readonly Entry[], size: number): void {
  const ranges = entries
    .map((entry) => {
      const start = entry.relativeOffsetOfLocalHeader
      return { start, end: start + LOCAL_HEADER_BYTES + entry.fileNameLength + entry.compressedSize }
    })
    .sort((a, b) => a.start - b.start)
  let taken = 0
  for (const { start, end } of ranges) {
    if (start < taken || end > size) throw new ArchiveRefused('unfit', 'entries that overlap')
    taken = end
  }
}

/**
 * Converts an error of the ZIP parser to `ArchiveRefused`: a path traversal in a file name is `harmful`, any other
 * error is `unfit`.
 */
function unfit(error: unknown): never {
  const why = error instanceof Error ? error.message : String(error)
  throw new ArchiveRefused(/absolute path|invalid relative path|invalid characters in fileName/.test(why) ? 'harmful' : 'unfit', why, error)
}

class ContentReader extends RandomAccessReader {
  readonly #content: RandomContent

  constructor(content: RandomContent) {
    super()
    this.#content = content
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return ReadableStream.from(this.#content.read(start, end), { objectMode: false })
  }
}

/**
 * Returns true if an entry of a ZIP archive is a Unix symbolic link. The upper half of the entry's external attributes
 * contains the Unix file mode (`st_mode`).
 */
function isLink({ externalFileAttributes }: Entry): boolean {
  return ((externalFileAttributes >>> 16) & 0o170000) === 0o120000
}
