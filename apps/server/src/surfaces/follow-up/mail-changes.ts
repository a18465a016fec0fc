import { followUpOf, MAILS_EVERY_HOURS, numberSetting } from '@sportello/contract'
import type { Customer } from '../../catalogue/customers/rules.ts'
import { acrossCustomers, type DeploymentDb } from '../../platform/db/with-customer.ts'
import { holdRetention } from '../../requests/requests/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { mailedChanges } from '../../requests/state-mails/rules.ts'
import {
  countUnconfirmed,
  type DueNotice,
  delayNotices,
  holdStateMails,
  lockDueNotices,
  postponeNotices,
  queueStateMails,
  readDueMailboxes,
  readSteps,
  type StateMail,
  settleNotices,
} from './due-notices.ts'
import { toldChanges } from './told-changes.ts'

/** Hours after which notices are tried again whose mailbox has had too many mails, or whose form cannot be read. */
const LATER_HOURS = 6

/**
 * Queues the mails that tell requesters of changes of state. The mails and the mark that the changes were mailed are stored in one
 * transaction, so that a crash neither loses a mail nor sends it twice. Runs every minute.
 */
export async function mailStateChanges(services: RequestServices): Promise<void> {
  while ((await mailBatch(services)) > 0);
}

/** Handles the longest due notices. @returns their number; 0 if another process does it, or others have locked all of them */
async function mailBatch(services: RequestServices): Promise<number> {
  return acrossCustomers(services.database.jobs, async (db) => {
    if (!(await holdStateMails(db))) return 0
    await holdRetention(db)
    let handled = 0
    for (const [form, mailboxes] of await readDueMailboxes(db)) {
      const customer = await services.shownCustomer(form).catch(() => undefined)
      handled += customer ? await mailForm(db, customer, mailboxes) : await delayNotices(db, form, mailboxes, LATER_HOURS)
    }
    return handled
  })
}

async function mailForm(db: DeploymentDb, customer: Customer, mailboxes: readonly Buffer[]): Promise<number> {
  const form = customer.code
  const mode = mailedChanges(customer.params)
  const { mails_every_hours: everyHours = MAILS_EVERY_HOURS, states: isNamed = false } = followUpOf(customer.params) ?? {}
  const postponed = mode ? await postponeNotices(db, form, mailboxes, everyHours) : 0
  const notices = await lockDueNotices(db, form, mailboxes)
  if (notices.length === 0) return postponed
  const mails = mode ? await mailsOf(db, form, notices, { mode, isNamed }) : []
  const full = await countUnconfirmed(db, unconfirmedOf(mails), numberSetting(customer.settings, 'unconfirmed_mails'))
  const [later, sent] = [mails.filter(({ personKey }) => full.has(personKey)), mails.filter(({ personKey }) => !full.has(personKey))]
  if (later.length > 0)
    await delayNotices(
      db,
      form,
      later.map(({ mailbox }) => mailbox),
      LATER_HOURS,
    )
  const delayed = new Set(later.flatMap(({ requests }) => requests.map(({ id }) => id)))
  await queueStateMails(db, form, sent)
  await settleNotices(
    db,
    form,
    notices.map(({ id }) => id).filter((id) => !delayed.has(id)),
    sent,
  )
  return postponed + notices.length
}

interface GatheredMail extends StateMail {
  mailbox: Buffer
  personKey: string
  isConfirmed: boolean
}

/** Returns for each mailbox the mail that tells the changes of its requests, if there is something to tell. */
async function mailsOf(
  db: DeploymentDb,
  form: string,
  notices: readonly DueNotice[],
  { mode, isNamed }: { mode: 'closed' | 'states'; isNamed: boolean },
): Promise<GatheredMail[]> {
  const { steps, tickets } = await readSteps(db, form, notices)
  const told = notices.flatMap((notice) => {
    // A request that was withdrawn, cancelled or not processed says nothing.
    if (notice.state !== 'processed') return []
    const now = { desk: notice.desk, isMerged: notice.is_merged, tickets: tickets.get(notice.id) ?? [] }
    const changes = toldChanges(now, steps.get(notice.id) ?? [], { mode, isNamed, isMergeTold: notice.merge_told })
    return changes.length === 0 ? [] : [{ notice, changes }]
  })
  return [...Map.groupBy(told, ({ notice }) => notice.mailbox_hash.toString('hex')).values()].flatMap((group) => {
    const newest = group[0]?.notice
    return newest ? [gatheredMail(newest, group)] : []
  })
}

function gatheredMail(newest: DueNotice, group: readonly { notice: DueNotice; changes: ReturnType<typeof toldChanges> }[]): GatheredMail {
  return {
    requestId: group.length === 1 ? newest.id : null,
    language: newest.lang_code,
    recipient: newest.email,
    mailbox: newest.mailbox_hash,
    personKey: newest.person_key,
    isConfirmed: group.some(({ notice }) => notice.by_link),
    requests: group.map(({ notice, changes }) => ({ id: notice.id, changes, isMergeTold: changes.some(({ kind }) => kind === 'merged') })),
  }
}

const unconfirmedOf = (mails: readonly GatheredMail[]) => mails.filter(({ isConfirmed }) => !isConfirmed).map(({ personKey }) => personKey)
