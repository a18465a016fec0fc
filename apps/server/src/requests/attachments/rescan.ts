import { audit } from '../../management/audit.ts'
import { acrossCustomers } from '../../platform/db/with-customer.ts'
import type { VirusScanner } from './clamd.ts'
import { DamagedFile } from './encrypted-file.ts'
import { filesAfter, markScanned, type StoredFile } from './queries.ts'
import type { AttachmentServices } from './services.ts'
import { openStoredFile } from './stored-file-reader.ts'

/** Progress of a virus rescan of the stored attachments. */
export interface RescanProgress {
  scanned: number
  /** Number of attachments with malware, including those that earlier scans found. */
  found: number
  /** Number of attachments that are damaged, missing or cannot be decrypted. */
  unreadable: number
}

interface RescanFinding {
  file: StoredFile
  what: { malware: string } | { unreadable: string }
}

const BATCH = 100

/** Position of a virus rescan: the last attachment that was scanned. */
export type RescanCursor = Pick<StoredFile, 'customer_code' | 'id'>
const FIRST: RescanCursor = { customer_code: '', id: '00000000-0000-0000-0000-000000000000' }

type Needs = Pick<AttachmentServices, 'attachments' | 'customerKeys' | 'database'>
interface RescanOptions {
  form?: string
  tell: (finding: RescanFinding) => void
}

/**
 * Scans the stored attachments of one or all forms again, and yields the progress after each batch. An attachment in
 * which malware was found can no longer be downloaded; if a later scan finds no malware, it can be downloaded again.
 * @throws ScannerUnavailable; the results of the files that were scanned before the error are kept.
 */
export async function* rescan(services: Needs, scanner: VirusScanner, options: RescanOptions): AsyncGenerator<RescanProgress> {
  const progress: RescanProgress = { scanned: 0, found: 0, unreadable: 0 }
  for (let after: RescanCursor | undefined = FIRST; after; ) {
    after = await rescanBatch(services, scanner, after, progress, options)
    yield { ...progress }
  }
}

/**
 * Scans one batch of the weekly virus rescan.
 * @returns the cursor for the next batch; undefined at the end.
 * @throws ScannerUnavailable
 */
export function rescanFurther(services: Needs & Pick<AttachmentServices, 'virusScanner'>, after: RescanCursor = FIRST): Promise<RescanCursor | undefined> {
  if (!services.virusScanner) return Promise.resolve(undefined)
  return rescanBatch(services, services.virusScanner, after, { scanned: 0, found: 0, unreadable: 0 }, { tell() {} })
}

async function rescanBatch(services: Needs, scanner: VirusScanner, after: RescanCursor, progress: RescanProgress, { form, tell }: RescanOptions) {
  const files = await acrossCustomers(services.database.kysely, (db) => filesAfter(db, after, BATCH, form))
  for (const file of files) {
    const what = await rescanFile(services, scanner, file)
    if (what && 'unreadable' in what) progress.unreadable++
    else progress.scanned++
    if (what && 'malware' in what) progress.found++
    if (what) tell({ file, what })
  }
  const last = files.at(-1)
  return last && files.length === BATCH ? { customer_code: last.customer_code, id: last.id } : undefined
}

async function rescanFile(services: Needs, scanner: VirusScanner, file: StoredFile): Promise<RescanFinding['what'] | undefined> {
  const content = await openStoredFile(services, file).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof DamagedFile || error.code === 'ENOENT') return { unreadable: error.message }
    throw error
  })
  if ('unreadable' in content) return content
  try {
    const verdict = await scanner.scan(content.read(), content.size)
    const malware = verdict.clean ? null : verdict.malware
    await acrossCustomers(services.database.kysely, async (db) => {
      await markScanned(db, file, malware)
      if (malware !== null && malware !== file.malware)
        await audit(db, { username: '' }, { action: 'attachment.malware', subject: file.id, customer: file.customer_code, after: { malware } })
    })
    return malware === null ? undefined : { malware }
  } finally {
    await content.close()
  }
}
