import { acrossCustomers, acrossCustomersOnce, type DeploymentDb } from '../../platform/db/with-customer.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { endOperatorMail, lockOperatorMail, postponeOperatorMail, type QueuedOperatorMail } from './operator-mails.ts'
import type { RenderedMail } from './queries.ts'
import { pauseAfter } from './retry-schedule.ts'
import { isPermanent, type MailTransport, mayHaveLeft } from './transport.ts'

/** A mail to an operator, ready to be sent. */
export interface OperatorMail extends RenderedMail {
  recipient: string
  /** URL of the page on which the operator ends mails of this kind. */
  unsubscribe: string | undefined
}

/**
 * Writes a mail when it is sent, so that it contains what the operator may see at that time.
 * @returns null if there is nothing to send
 */
export type WriteOperatorMail = (db: DeploymentDb, mail: QueuedOperatorMail) => Promise<OperatorMail | null>

/** Milliseconds after which a run takes no further mail. The next run, a minute later, goes on. */
const RUN_MS = 45_000
/** A run ends after this many failed attempts, so that a mail server that hangs occupies no job runner for long. */
const MAX_FAILURES = 3

type Outcome = 'none' | 'done' | 'failed'

/** Sends the mails to operators that are due, one after the other. */
export async function sendOperatorMails(
  services: RequestServices,
  transport: MailTransport | null,
  write: WriteOperatorMail,
  log: (message: string) => void = () => {},
): Promise<void> {
  const end = performance.now() + RUN_MS
  for (let failures = 0; failures < MAX_FAILURES && performance.now() < end; ) {
    const outcome = await sendNext(services, transport, write, log)
    if (outcome === 'none') return
    if (outcome === 'failed') failures++
  }
}

async function sendNext(
  services: RequestServices,
  transport: MailTransport | null,
  write: WriteOperatorMail,
  log: (message: string) => void,
): Promise<Outcome> {
  let queued: QueuedOperatorMail | undefined
  try {
    return await acrossCustomersOnce(services.database.jobs, async (db) => {
      queued = await lockOperatorMail(db)
      return queued ? await attempt(db, services, transport, write, log, queued) : 'none'
    })
  } catch (error) {
    // The transaction failed. The mail goes to the end of the queue, because the others wait behind it.
    const failed = queued
    if (!failed) throw error
    log(`a mail to the operator ${failed.operator} could not be written: ${reasonOf(error)}`)
    await acrossCustomers(services.database.jobs, (db) => postpone(db, failed, error, undefined))
    return 'failed'
  }
}

async function attempt(
  db: DeploymentDb,
  services: RequestServices,
  transport: MailTransport | null,
  write: WriteOperatorMail,
  log: (message: string) => void,
  queued: QueuedOperatorMail,
): Promise<Outcome> {
  const mail = await write(db, queued)
  if (!mail) {
    await endOperatorMail(db, queued.id, 'skipped', queued.recipient)
    return 'done'
  }
  // A copy of what the mail server may have accepted before goes to the same address with the same Message-ID and texts.
  const sent = { ...mail, ...alreadyRendered(queued) }
  try {
    await transport?.send({ ...sent, id: queued.id, messageIdDomain: new URL(services.config.publicUrl).hostname })
  } catch (error) {
    const isOver = await postpone(db, queued, error, sent)
    if (isOver) log(`a mail could not be sent to the operator ${queued.operator}: ${reasonOf(error)}`)
    services.metrics.mails.inc({ outcome: 'failed' })
    return 'failed'
  }
  await endOperatorMail(db, queued.id, transport ? 'sent' : 'kept', sent.recipient)
  services.metrics.mails.inc({ outcome: transport ? 'sent' : 'kept' })
  return 'done'
}

/** Records a failed attempt. @returns true if it was the last one */
async function postpone(db: DeploymentDb, { id, attempts, recipient }: QueuedOperatorMail, error: unknown, sent: OperatorMail | undefined): Promise<boolean> {
  const pauseSeconds = isPermanent(error) ? undefined : pauseAfter(attempts + 1)
  const rendered = mayHaveLeft(error) ? sent : undefined
  await postponeOperatorMail(db, id, { rendered, recipient: sent?.recipient ?? recipient, error: reasonOf(error), pauseSeconds })
  return pauseSeconds === undefined
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 1_000)

/** Returns the texts and the address of an attempt after which the mail may have been delivered. */
function alreadyRendered({ sender, subject, text_body: text, html_body: html, recipient }: QueuedOperatorMail): Partial<OperatorMail> {
  return sender !== null && subject !== null && text !== null && html !== null ? { sender, subject, text, html, recipient } : {}
}
