import { acrossCustomers, withCustomer } from '../db/with-customer.ts'
import type { Services } from '../services.ts'
import type { VirusScanner } from './clamd.ts'
import { keptContent } from './kept-content.ts'
import { filesAfter, markScanned, type StoredFile } from './queries.ts'
import { DamagedFile } from './sealed-file.ts'

/** What a scan of the kept files has come to so far. */
export interface RescanProgress {
  scanned: number
  /** In which something was found, those found earlier included. */
  found: number
  /** Damaged, gone, or without their key. */
  unreadable: number
}

export interface RescanFinding {
  file: StoredFile
  what: { malware: string } | { unreadable: string }
}

const BATCH = 100
const FIRST = { customer_code: '', id: '00000000-0000-0000-0000-000000000000' }

/**
 * Scans kept files again, all or one form's, in batches: yields after each. A file in which something is found is handed out no more;
 * one in which nothing is found any more, again.
 * @throws ScannerUnavailable; what was scanned until then stays marked.
 */
export async function* rescan(
  services: Pick<Services, 'attachments' | 'customerKeys' | 'database'>,
  scanner: VirusScanner,
  { form, tell }: { form?: string; tell: (finding: RescanFinding) => void },
): AsyncGenerator<RescanProgress> {
  const progress: RescanProgress = { scanned: 0, found: 0, unreadable: 0 }
  for (let after = FIRST; ; ) {
    const files = await acrossCustomers(services.database.kysely, (db) => filesAfter(db, after, BATCH, form))
    for (const file of files) {
      const what = await rescanFile(services, scanner, file)
      if (what === undefined) progress.scanned++
      else if ('malware' in what) {
        progress.scanned++
        progress.found++
      } else progress.unreadable++
      if (what) tell({ file, what })
    }
    yield { ...progress }
    const last = files.at(-1)
    if (!last || files.length < BATCH) return
    after = last
  }
}

async function rescanFile(
  services: Pick<Services, 'attachments' | 'customerKeys' | 'database'>,
  scanner: VirusScanner,
  file: StoredFile,
): Promise<RescanFinding['what'] | undefined> {
  const content = await keptContent(services, file).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof DamagedFile || error.code === 'ENOENT') return { unreadable: error.message }
    throw error
  })
  if ('unreadable' in content) return content
  try {
    const verdict = await scanner.scan(content.read(), content.size)
    const malware = verdict.clean ? null : verdict.malware
    await withCustomer(services.database.kysely, file.customer_code, (db) => markScanned(db, file, malware))
    return malware === null ? undefined : { malware }
  } finally {
    await content.close()
  }
}
