import { ApiError, apiError } from '../../platform/http/api-error.ts'
import { Semaphore } from '../../platform/http/semaphore.ts'
import { ArchiveRefused, isArchive, type RandomContent, type Spool, walkArchive } from './archive.ts'
import { ScannerUnavailable } from './clamd.ts'
import type { RequestLimits } from './limits.ts'
import { openQuarantined, type ReceivedFile, spoolBeside } from './receive-file.ts'
import type { AttachmentServices } from './services.ts'

const ARCHIVE_ENTRIES = 1_000
const ARCHIVE_UNPACKED = 10
const ARCHIVE_DEPTH = 2
/** Maximum time in milliseconds for inspecting all archives of one submission together. */
const ARCHIVES_MS = 5_000
/**
 * Limits the number of archives that one process inspects in parallel. Each inspection occupies one of libuv's four
 * threads, which password hashes, DNS look-ups and file access also need.
 */
const WALKS = new Semaphore(2)
/**
 * Maximum time in milliseconds that a submission waits until the inspection of its archives starts. After that time,
 * the
 * server returns an error that asks the visitor to try again later.
 */
const QUEUE_MS = 20_000

/**
 * Inspects the files of a submission before they are stored. Unpacks archives. If a virus scanner is configured, scans
 * all
 * files; a file without a clear result is never accepted.
 * @returns true if a virus scanner scanned the files.
 * @throws ApiError forms0026, forms0032; forms0002 if the scanner gives no clear result, or if the inspection could not
 * start in time.
 */
export async function inspectFiles(
  { attachments, virusScanner, metrics }: Pick<AttachmentServices, 'attachments' | 'virusScanner' | 'metrics'>,
  files: readonly ReceivedFile[],
  limits: RequestLimits,
  archivesMs = ARCHIVES_MS,
): Promise<boolean> {
  let leftMs = archivesMs
  const walkNext = (content: RandomContent, file: ReceivedFile) =>
    WALKS.run(
      async () => {
        const begun = performance.now()
        await walk(content, file, limits, spoolBeside(attachments, file), leftMs)
        leftMs = Math.max(0, leftMs - (performance.now() - begun))
      },
      QUEUE_MS,
      () => new ApiError([{ code: 'forms0002' }], { headers: { 'retry-after': '30' } }),
    )
  for (const file of files) {
    if (!isArchive(file.head) && virusScanner === undefined) continue
    const content = await openQuarantined(file)
    try {
      if (isArchive(file.head)) await walkNext(content, file)
      const verdict = await virusScanner?.scan(content.read(), file.size)
      if (verdict) metrics.scannedFiles.inc({ outcome: verdict.clean ? 'clean' : 'found' })
      if (verdict && !verdict.clean) throw apiError('forms0026', [file.name], file.propertyCode)
    } catch (error) {
      if (!(error instanceof ScannerUnavailable)) throw error
      metrics.scannedFiles.inc({ outcome: 'failed' })
      throw new ApiError([{ code: 'forms0002' }], { headers: { 'retry-after': '30' }, cause: error })
    } finally {
      await content.close()
    }
  }
  return virusScanner !== undefined
}

async function walk(content: RandomContent, file: ReceivedFile, limits: RequestLimits, spool: Spool, ms: number): Promise<void> {
  const bytes = ARCHIVE_UNPACKED * limits.fileBytes
  try {
    await walkArchive(content, { entries: ARCHIVE_ENTRIES, bytes, depth: ARCHIVE_DEPTH, ms }, spool)
  } catch (error) {
    if (!(error instanceof ArchiveRefused)) throw error
    throw new ApiError([{ code: error.kind === 'harmful' ? 'forms0026' : 'forms0032', params: [file.name], field: file.propertyCode }], { cause: error })
  }
}
