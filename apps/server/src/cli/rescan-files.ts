import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/db/database.ts'
import { migrate } from '../platform/db/migrate.ts'
import { CustomerKeys } from '../platform/keys/rules.ts'
import { rescan, ScannerUnavailable, virusScannerAt } from '../requests/attachments/rules.ts'
import { AttachmentStore } from '../requests/attachments/store.ts'

/** Error for a virus rescan that could not start or finish. */
export class RescanRejected extends Error {}

/**
 * Scans the stored attachments for viruses again. Writes the progress. For each file that contains malware or cannot be
 * read, writes the customer and the file name.
 * @throws RescanRejected.
 */
export async function rescanFiles({ database, config }: { database: Database; config: Config }, write: (line: string) => void, form?: string): Promise<void> {
  const scanner = virusScannerAt(config.clamdUrl)
  if (!scanner) throw new RescanRejected('There is no scanner: set CLAMD_URL.')
  await migrate(database.owner)
  const services = { database, attachments: new AttachmentStore(config), customerKeys: new CustomerKeys(database, config.secretKey) }
  const options = {
    ...(form !== undefined && { form }),
    tell: ({ file, what }: Parameters<Parameters<typeof rescan>[2]['tell']>[0]) =>
      write(`${'malware' in what ? `FOUND ${what.malware}` : `UNREADABLE (${what.unreadable})`}  ${file.customer_code}  ${file.id}  ${file.name}`),
  }
  try {
    for await (const { scanned, found, unreadable } of rescan(services, scanner, options)) write(`scanned ${scanned}, found ${found}, unreadable ${unreadable}`)
  } catch (error) {
    if (error instanceof ScannerUnavailable) throw new RescanRejected(`The scanner failed: ${error.message}. The files scanned until then are marked.`)
    throw error
  }
}
