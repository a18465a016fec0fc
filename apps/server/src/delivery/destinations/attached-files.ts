import { withCustomer } from '../../platform/db/with-customer.ts'
import { filesOf } from '../../requests/attachments/queries.ts'
import { DamagedFile, openStoredFile, type StoredFileReader } from '../../requests/attachments/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { StepError } from './attempt.ts'
import type { AttachedFile } from './connector.ts'

/** Returns the attachments of a request. Files in which the virus scan found malware are missing. */
export async function attachedFiles(services: RequestServices, customerCode: string, requestId: string): Promise<AttachedFile[]> {
  const files = await withCustomer(services.database.jobs, customerCode, (db) => filesOf(db, customerCode, requestId))
  return files.map((file) => ({ id: file.id, name: file.name, mediaType: file.media_type, size: file.size, open: () => openStoredFile(services, file) }))
}

/** Maximum total size in bytes of the attachments that are sent with one ticket. */
const MAX_SENT_BYTES = 20 * 1024 * 1024

/**
 * Number of attempts in which a file that cannot be sent makes the attempt fail. Later attempts leave the file out, so
 * that the ticket is opened although a file cannot be sent.
 */
const ATTEMPTS_WITH_FILES = 4

/** Statuses with which a ticket system rejects a file because of its size, name or type. A retry is pointless. */
const FILE_REJECTED: readonly (number | null)[] = [400, 413, 415, 422]

/**
 * Opens each file, passes it to `send` and closes it.
 * @returns the files that were left out, each with the reason, for operators
 * @throws StepError if a file may be accepted at the next attempt
 */
export async function sendFiles(
  files: readonly AttachedFile[],
  attempts: number,
  send: (file: AttachedFile, content: StoredFileReader) => Promise<void>,
): Promise<string[]> {
  const leftOut: string[] = []
  let bytes = 0
  for (const file of files) {
    const isTooLarge = bytes + file.size > MAX_SENT_BYTES
    const reason = isTooLarge
      ? 'too large'
      : await reasonOfFailure(
          withContent(file, (content) => send(file, content)),
          attempts,
        )
    if (reason === undefined) bytes += file.size
    else leftOut.push(`${file.name} (${reason})`)
  }
  return leftOut
}

async function withContent(file: AttachedFile, work: (content: StoredFileReader) => Promise<void>): Promise<void> {
  const content = await file.open()
  try {
    await work(content)
  } finally {
    await content.close()
  }
}

/** @returns why a file cannot be sent; undefined if it was sent. @throws the error if the attempt must be repeated. */
async function reasonOfFailure(sending: Promise<unknown>, attempts: number): Promise<string | undefined> {
  try {
    await sending
    return undefined
  } catch (error) {
    if (error instanceof DamagedFile || (error as NodeJS.ErrnoException).code === 'ENOENT') return 'damaged or missing'
    const isLeftOut = error instanceof StepError && (attempts > ATTEMPTS_WITH_FILES || FILE_REJECTED.includes(error.outcome.status))
    if (!isLeftOut) throw error
    return error.outcome.error
  }
}

/**
 * Opens the files that fit into one request body together, for ticket systems that receive all files in one request.
 * The caller must close them with `close`.
 */
export async function openFiles(files: readonly AttachedFile[], attempts: number) {
  const opened: { file: AttachedFile; content: StoredFileReader }[] = []
  const close = async () => void (await Promise.all(opened.map(({ content }) => content.close())))
  let bytes = 0
  const leftOut: string[] = []
  try {
    for (const file of files) {
      bytes += file.size
      const open = async () => void opened.push({ file, content: await file.open() })
      const tooMany = attempts > ATTEMPTS_WITH_FILES ? 'earlier tries with attachments failed' : undefined
      const reason = tooMany ?? (bytes > MAX_SENT_BYTES ? 'too large' : await reasonOfFailure(open(), attempts))
      if (reason !== undefined) leftOut.push(`${file.name} (${reason})`)
    }
    return { opened, leftOut, close }
  } catch (error) {
    await close()
    throw error
  }
}
