import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { BackupUnreadable, readArchive } from './archive.ts'
import { MANIFEST, type Manifest, manifest, readEntryName } from './manifest.ts'
import type { Progress } from './progress.ts'
import { countRows } from './table-parts.ts'

type TableOf = Manifest['tables'][number]

/**
 * A part of a backup: the rows of one table, all queued jobs, or one attachment. The caller must read its bytes before
 * it requests the next part.
 */
export type BackupContent =
  | { kind: 'table'; table: TableOf; parts: AsyncIterable<Buffer> }
  | { kind: 'jobs'; parts: AsyncIterable<Buffer> }
  | { kind: 'file'; customer: string; file: string; content: Readable }

type Entry = { name: string; content: Readable }

/**
 * Opens a backup, reads its manifest and passes its contents to `work` in order. Several entries of the same table are
 * passed as one content.
 * @throws BackupUnreadable; errors of `work`.
 */
export async function readBackup<T>(
  path: string,
  secretKey: string,
  work: (manifest: Manifest, contents: AsyncIterable<BackupContent>) => Promise<T>,
): Promise<T> {
  const entries = readArchive(path, secretKey)
  try {
    const first = await entries.next()
    if (first.done || first.value.name !== MANIFEST) throw new BackupUnreadable('this is no backup')
    const read = manifest.parse(JSON.parse((await buffer(first.value.content)).toString()))
    return await work(read, contentsOf(read, entries))
  } finally {
    await entries.return(undefined)
  }
}

async function* contentsOf({ tables }: Manifest, entries: AsyncIterator<Entry>): AsyncGenerator<BackupContent> {
  const shapes = new Map(tables.map((table) => [table.name, table]))
  const next = async () => {
    const { done, value } = await entries.next()
    return done ? undefined : (value as Entry)
  }
  let entry = await next()
  // Joins consecutive entries of a backup that have the same name. An entry with another name begins the next content.
  const together = async function* (name: string): AsyncGenerator<Buffer> {
    while (entry?.name === name) {
      yield* entry.content as AsyncIterable<Buffer>
      entry = await next()
    }
  }
  const seen = new Set<string>()
  while (entry) {
    const { name, content }: Entry = entry
    const read = readEntryName(name)
    if (read && 'file' in read) {
      yield { kind: 'file', customer: read.customer, file: read.file, content }
      entry = await next()
      continue
    }
    const table = read && 'table' in read ? shapes.get(read.table) : undefined
    if (seen.has(name) || !(table || (read && 'jobs' in read))) throw new BackupUnreadable(`it contains an unknown entry: ${name}`)
    seen.add(name)
    yield table ? { kind: 'table', table, parts: together(name) } : { kind: 'jobs', parts: together(name) }
  }
}

/**
 * Verifies a backup without a database: reads and decrypts every byte, and compares the numbers of rows, jobs and
 * attachments with the numbers in the manifest.
 * @throws BackupUnreadable.
 */
export function verifyBackup(path: string, secretKey: string, progress?: Progress): Promise<Manifest> {
  return readBackup(path, secretKey, async (read, contents) => {
    const found: Found = { rows: new Map(), jobs: 0, attachments: 0 }
    const total = read.tables.reduce((sum, { rows }) => sum + rows, 0)
    let rows = 0
    for await (const content of contents) {
      if (content.kind === 'file') {
        for await (const _ of content.content);
        found.attachments++
        progress?.('attachments', found.attachments, read.attachments)
        continue
      }
      let counted = 0
      for await (const part of content.parts) {
        counted += countRows(part)
        if (content.kind === 'table') progress?.('rows', rows + counted, total)
      }
      if (content.kind === 'jobs') found.jobs = counted
      else {
        found.rows.set(content.table.name, counted)
        rows += counted
      }
    }
    rejectIncomplete(read, found)
    return read
  })
}

/** The numbers that were counted while a backup was read: rows per table, jobs (in format 2), attachments. */
export interface Found {
  rows: Map<string, number>
  jobs: number
  attachments: number
}

/**
 * Compares the numbers that were counted while a backup was read with its manifest. @throws BackupUnreadable if they
 * differ.
 */
export function rejectIncomplete(manifest: Manifest, found: Found): void {
  for (const { name, rows: expected } of manifest.tables) {
    const rows = found.rows.get(name) ?? 0
    if (rows !== expected) throw new BackupUnreadable(`it holds ${rows} rows of ${name}, of ${expected}`)
  }
  if (found.attachments !== manifest.attachments) throw new BackupUnreadable(`it holds ${found.attachments} attachments of ${manifest.attachments}`)
  if (manifest.format === 2 && found.jobs !== manifest.jobs) throw new BackupUnreadable(`it holds ${found.jobs} jobs of ${manifest.jobs}`)
}
