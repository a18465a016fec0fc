import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { BackupUnreadable, readArchive } from './archive.ts'
import { MANIFEST, type Manifest, manifest, readEntryName } from './manifest.ts'
import type { Progress } from './progress.ts'
import { countRows } from './table-parts.ts'

type TableOf = Manifest['tables'][number]

/** One table, all waiting jobs, or one attachment of a backup; its bytes are to be read before the next one is asked for. */
export type BackupContent =
  | { kind: 'table'; table: TableOf; parts: AsyncIterable<Buffer> }
  | { kind: 'jobs'; parts: AsyncIterable<Buffer> }
  | { kind: 'file'; customer: string; file: string; content: Readable }

type Entry = { name: string; content: Readable }

/**
 * Opens a backup, reads its manifest, and gives the contents to `work` in their order; entries that are parts of one table come as one content.
 * @throws BackupUnreadable; what `work` throws.
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
  // The parts of one name, up to the first entry of another, which is then the next one.
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
    if (seen.has(name) || !(table || (read && 'jobs' in read))) throw new BackupUnreadable(`it holds something unknown: ${name}`)
    seen.add(name)
    yield table ? { kind: 'table', table, parts: together(name) } : { kind: 'jobs', parts: together(name) }
  }
}

/**
 * Reads a backup from its first byte to its last, without a database: every byte is one that was written, and it holds as many rows, jobs and attachments as
 * its manifest says.
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

/** What was read of a backup: rows by table, jobs of format 2, attachments. */
export interface Found {
  rows: Map<string, number>
  jobs: number
  attachments: number
}

/** @throws BackupUnreadable unless the backup holds as much as its manifest says. */
export function rejectIncomplete(manifest: Manifest, found: Found): void {
  for (const { name, rows: expected } of manifest.tables) {
    const rows = found.rows.get(name) ?? 0
    if (rows !== expected) throw new BackupUnreadable(`it holds ${rows} rows of ${name}, of ${expected}`)
  }
  if (found.attachments !== manifest.attachments) throw new BackupUnreadable(`it holds ${found.attachments} attachments of ${manifest.attachments}`)
  if (manifest.format === 2 && found.jobs !== manifest.jobs) throw new BackupUnreadable(`it holds ${found.jobs} jobs of ${manifest.jobs}`)
}
