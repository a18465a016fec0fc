import { basename } from 'node:path'
import type { Config } from '../platform/config.ts'
import { AttachmentStore } from '../requests/attachments/store.ts'
import { BackupUnreadable } from '../surfaces/backup/archive.ts'
import { type BackupReport, makeBackup, UnknownForm } from '../surfaces/backup/make-backup.ts'
import { jobsIn, type Manifest } from '../surfaces/backup/manifest.ts'
import { progressLines } from '../surfaces/backup/progress.ts'
import { verifyBackup } from '../surfaces/backup/read-backup.ts'
import { RestoreRejected, restoreBackup } from '../surfaces/backup/restore-backup.ts'
import { type Deployment, noted } from './deployment.ts'

type Write = (text: string) => void

/** The signals on which the command line aborts a backup and cleans up. A second signal ends the process at once. */
const STOPS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Error for an incomplete backup. Either the backup was aborted, or files of attachments were already missing when it
 * began.
 */
class BackupIncomplete extends Error {}

const progress = progressLines((line) => process.stderr.write(`${line}\n`))

/**
 * Returns true if an error concerns the backup or its file. The command line shows the message of such an error without
 * a stack trace.
 */
export const isBackupRejected = (error: unknown) =>
  [BackupUnreadable, RestoreRejected, BackupIncomplete, UnknownForm].some((kind) => error instanceof kind) ||
  typeof (error as NodeJS.ErrnoException).syscall === 'string'

/** Backs up the deployment, or a single form, to a file. @throws an error for which `isBackupRejected` returns true. */
export async function backupTo(deployment: Deployment, file: string, form: string | undefined, write: Write): Promise<void> {
  const { database, config } = deployment
  const stopping = new AbortController()
  const stop = () => stopping.abort(new BackupIncomplete('Stopped: no backup was made.'))
  for (const name of STOPS) process.once(name, stop)
  let report: BackupReport
  try {
    report = await makeBackup({ database, attachments: new AttachmentStore(config), config, form, signal: stopping.signal, progress }, file)
  } finally {
    for (const name of STOPS) process.off(name, stop)
  }
  const { rows, attachments, missing, missingIds } = report
  await noted(deployment, { action: 'backup.make', subject: basename(file), after: { rows, attachments, ...(form !== undefined && { form }) } })
  write(`${file}: ${rows} rows and ${attachments} attachments`)
  write(
    `It opens with this deployment's SECRET_KEY only${config.secretKeyFile === undefined ? '' : ` (${config.secretKeyFile})`}: keep that too, in another place.`,
  )
  if (missing > 0) throw new BackupIncomplete(`${missing} attachments are missing on disk: ${missingIds.join(', ')}${missing > missingIds.length ? ', …' : ''}`)
}

/**
 * Restores a backup file into the deployment.
 * @throws an error for which `isBackupRejected` returns true; the deployment is then unchanged.
 */
export async function restoreFrom({ database, config }: Deployment, file: string, write: Write): Promise<void> {
  const manifest = await restoreBackup({ database, attachments: new AttachmentStore(config), config, progress }, file).catch((error: unknown) => {
    if (isBackupRejected(error)) (error as Error).message += '\nNothing was changed.'
    throw error
  })
  write(`${file}, ${contentOf(manifest)} that go on`)
}

/** Verifies a backup file without a database. @throws an error for which `isBackupRejected` returns true. */
export async function verifyFile(config: Pick<Config, 'secretKey'>, file: string, write: Write): Promise<void> {
  write(`${file} is whole: ${contentOf(await verifyBackup(file, config.secretKey, progress))}`)
}

function contentOf(manifest: Manifest): string {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  return `made at ${manifest.made_at}: ${rows} rows, ${manifest.attachments} attachments, ${jobsIn(manifest)} jobs`
}
