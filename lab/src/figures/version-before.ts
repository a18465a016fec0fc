import { setTimeout as sleep } from 'node:timers/promises'
import { audit, formatFaults, mailFaults } from '../audit.ts'
import { type Answer, call, codesOf, confirm, NoAnswer, receiptOf, send, watchSlowest } from '../client.ts'
import { type Lab, startLab } from '../deployment.ts'
import type { Faults } from '../faults.ts'
import { type Figure, type Size, thousands } from '../figure.ts'
import { fillHistory } from '../history.ts'
import { freshSend, Ledger, linkCodeOf, missingEvents, runVisitors } from '../ledger.ts'
import { type MailSink, startMailSink } from '../mail-sink.ts'
import { Tally } from '../parallel.ts'
import type { ServerProcess } from '../server-process.ts'
import { installVersion, refBefore, type VersionBefore } from '../version-before.ts'
import { startWebhookSink } from '../webhook-sink.ts'

const VISITORS = 6
const HISTORY = 1_000_000
const SLOW_MS = 2_000
/**
 * Maximum duration in milliseconds of a migration that changes all data in batches. During this time, the previous
 * version of
 * the product serves visitors.
 */
const MIGRATION_LIMIT_MS = 1_800_000
/**
 * Milliseconds for which both versions of the product run at the same time. A tenth of this time is enough for
 * thousands of calls.
 */
const TOGETHER_MS = 120_000

/**
 * Promise of the previous version of the product, installed. The installation takes minutes, so it runs in parallel
 * with other measurements.
 */
let installation: Promise<VersionBefore | undefined> | undefined

async function installPrevious(): Promise<VersionBefore | undefined> {
  const ref = process.env.VERSION_BEFORE ?? (await refBefore())
  return ref === undefined ? undefined : installVersion(ref)
}

export const versionBefore: Figure = {
  id: 'F21',
  what: 'A server of the previous version runs beside one of this version, which migrates the database and takes over',
  goal: 'with 1,000,000 requests: no 5xx, 0 failed, 0 lost, 0 left over, no call takes more than 2 s; links of each version are confirmed at the other; both execute jobs',
  prepare() {
    installation = installPrevious()
    installation.catch(() => {})
  },
  async run(size) {
    const before = await (installation ?? installPrevious())
    if (before === undefined) return { size: '', measured: 'this copy has no history to take a version before from', met: 'not applicable' }
    try {
      return await takeOver(before, size)
    } finally {
      await before.remove()
    }
  },
}

async function takeOver(before: VersionBefore, size: Size): ReturnType<Figure['run']> {
  const togetherMs = size(TOGETHER_MS)
  const [mails, tickets] = [await startMailSink(), await startWebhookSink()]
  const lab = await startLab({
    database: 'lab',
    env: { SMTP_URL: mails.url, DRAIN_SECONDS: '1' },
    webhooks: [{ form: 'hooked', url: tickets.url }],
    roots: [before.root],
    started: 1,
  })
  const [old, fresh] = lab.servers as [ServerProcess, ServerProcess]
  await fillHistory(lab, size(HISTORY))
  let open: readonly ServerProcess[] = [old]
  const balanced = { ...lab, anyServer: () => open[Math.floor(Math.random() * open.length)] as ServerProcess }
  const running = new AbortController()
  const [ledger, read] = [new Ledger(), new Tally()]
  const slowest = watchSlowest()
  const visitors = Promise.all([
    runVisitors(balanced, ledger, running.signal, { visitors: VISITORS, forms: ['parked', 'direct', 'hooked'], pauseMs: 50 }),
    readers(balanced, read, running.signal),
  ])
  try {
    const aloneMs = togetherMs / 4
    await sleep(aloneMs)
    const began = performance.now()
    fresh.start()
    await fresh.untilReady(MIGRATION_LIMIT_MS)
    const readyAfter = (performance.now() - began) / 1_000
    open = [old, fresh]
    const across: Faults = { ...(await acrossServers(lab, ledger, old, fresh)), ...(await acrossServers(lab, ledger, fresh, old)) }
    await sleep(togetherMs)
    const sent = await Promise.all([old, fresh].map(mailsOf))
    open = [fresh]
    await old.stop()
    await sleep(aloneMs)
    running.abort()
    await visitors
    const slowestMs = slowest()
    const faults: Faults = {
      ...across,
      ...(await audit(balanced, ledger)),
      ...tickets.faults(),
      ...missingEvents(ledger, tickets),
      ...(await mailFaults(lab, mails)),
      ...mailsTwice(mails),
    }
    if (ledger.retried > 0) faults['sent again'] = ledger.retried
    for (const [what, times] of read.counts) if (what !== '200') faults[`read: ${what}`] = times
    sent.forEach((count, at) => {
      if (count === 0) faults[`mail of ${at === 0 ? 'the version before' : 'this version'}: none`] = 1
    })
    if (slowestMs > SLOW_MS) faults['slowest call, ms'] = Math.round(slowestMs)
    const faultText = formatFaults(faults)
    return {
      size: `${before.name} and this version, ${before.newMigrations} migrations apart; ${thousands(size(HISTORY))} requests before; ${thousands(ledger.entries.size)} acknowledged, ${thousands(read.counts.get('200') ?? 0)} read`,
      measured: `${faultText ?? '0 failed, 0 lost, 0 left over'}; the slowest call took ${Math.round(slowestMs)} ms; this version was ready after ${readyAfter.toFixed(0)} s; mails sent while both ran: ${sent[0]} by the one, ${sent[1]} by the other`,
      met: faultText === undefined,
    }
  } finally {
    running.abort()
    await visitors.catch(() => {})
    await lab.close()
    await mails.close()
    await tickets.close()
  }
}

const ACROSS = 20

/**
 * Tests confirmation links across two servers. One server has accepted the requests; the other server gets each link
 * twice.
 * The second use must be rejected.
 */
async function acrossServers(lab: Lab, ledger: Ledger, from: ServerProcess, to: ServerProcess): Promise<Faults> {
  const faults = new Tally()
  for (let at = 0; at < ACROSS; at++) {
    const given = freshSend('parked')
    const sent = await send(from.url, given)
    if (sent.status !== 201) {
      faults.add(`across: ${sent.status} to a send`)
      continue
    }
    ledger.acknowledge(given, sent)
    const code = await linkCodeOf(lab, { form: 'parked', ticket: receiptOf(sent).ticket })
    const confirmed = await confirm(to.url, 'parked', code)
    if (confirmed.status !== 200) faults.add(`across: ${confirmed.status} ${codesOf(confirmed)} to a confirmation`)
    else for (const entry of [ledger.entries.get(given.key)]) if (entry) entry.confirmed = true
    const again = await confirm(from.url, 'parked', code)
    if (codesOf(again) !== 'forms0009') faults.add(`across: ${again.status} ${codesOf(again)} to a second confirmation`)
    // A repeated submission with the same idempotency key must get the same response from either server.
    const repeated = await send(to.url, given)
    if (repeated.status !== 201 || receiptOf(repeated).ticket !== receiptOf(sent).ticket) faults.add('across: another answer to the same key')
  }
  return Object.fromEntries(faults.counts)
}

/** Simulates a visitor who repeatedly loads the pages of a form. */
async function readers({ anyServer }: Pick<Lab, 'anyServer'>, read: Tally, running: AbortSignal): Promise<void> {
  for (let at = 0; !running.aborted; at++) {
    const path = ['/direct', '/forms-service/rs/v2/forms/parked', '/parked/open/report'][at % 3]
    const answer: Answer | undefined = await call(`${anyServer().url}${path}`, { method: 'GET' }).catch((error: unknown) => {
      if (!(error instanceof NoAnswer)) throw error
      read.add(error.message)
      return undefined
    })
    if (answer) read.add(String(answer.status))
    await sleep(20)
  }
}

async function mailsOf({ url }: ServerProcess): Promise<number> {
  const { text } = await call(`${url}/metrics`, { method: 'GET' })
  return [...text.matchAll(/^sportello_mail_attempts_total\{[^}]*\} (\d+)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0)
}

/** Counts mails that were sent twice. This measurement causes no failure, so each such mail is a violation. */
function mailsTwice({ kept }: MailSink): Faults {
  const twice = [...kept.values()].filter((copies) => copies.length > 1).length
  return twice === 0 ? {} : { 'mail sent twice': twice }
}
