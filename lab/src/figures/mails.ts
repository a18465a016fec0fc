import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { mailFaults } from '../audit.ts'
import { send } from '../client.ts'
import { type Lab, startLab } from '../deployment.ts'
import { type Figure, thousands } from '../figure.ts'
import { freshSend } from '../ledger.ts'
import { type MailSink, startMailSink } from '../mail-sink.ts'
import { runInLanes, urlsOf } from '../parallel.ts'
import { skipBackoffUntil } from '../skip-backoff.ts'

/** Maximum milliseconds until another process has sent the mails that a killed process had left unsent. */
const AGAIN_MS = 30_000
const LIMIT_MS = 1_800_000
const CUTS = 500
const IN_FLIGHT = 16

export const mails: Figure = {
  id: 'G7',
  what: 'Mails are sent to an SMTP server that rejects, cuts the connection after the last byte, and whose clients are killed',
  goal: '10,000 mails: 0 missing, no duplicate without a cut; 500 cuts cause at most 500 duplicates, with the same Message-ID and link; a killed server’s mails are sent again within 30 s',
  async run(size) {
    const sink = await startMailSink()
    const lab = await startLab({ database: 'lab', env: { SMTP_URL: sink.url } })
    try {
      const clean = size(10_000) - size(CUTS) * 2
      await sendMany(lab, clean)
      await skipBackoffUntil(lab, async () => (await waiting(lab)) === 0, LIMIT_MS)
      const copiesWithoutCut = copies(sink)
      const cuts = await withCuts(lab, sink, size(CUTS))
      const copiesAfterCuts = copies(sink)
      const again = await withKills(lab, sink, size(20))
      const { missing, otherLinks } = await compare(lab, sink)
      const total = Number((await lab.owner.query<{ n: number }>('select count(*) as n from mails')).rows[0]?.n)
      return {
        size: `${thousands(total)} mails, ${cuts} cuts, ${again.length} kills of a sender`,
        measured: `missing ${missing}; copies without a cut ${copiesWithoutCut}, with cuts ${copiesAfterCuts}, with another link ${otherLinks}; a killed sender’s mails went again after ${(Math.max(...again) / 1_000).toFixed(1)} s at most`,
        met: missing === 0 && copiesWithoutCut === 0 && copiesAfterCuts <= cuts && otherLinks === 0 && Math.max(...again) <= AGAIN_MS,
      }
    } finally {
      sink.next = () => 'keep'
      sink.release()
      await lab.close()
      await sink.close()
    }
  },
}

/** Submits requests that need a confirmation mail. */
async function sendMany(lab: Lab, count: number): Promise<void> {
  await runInLanes(count, async (at) => {
    const { file: _, ...given } = freshSend('parked')
    const { status } = await send(urlsOf(lab)[at % 2] ?? '', given)
    if (status !== 201) throw new Error(`a send was answered ${status}`)
  })
}

const waiting = async ({ owner }: Lab) => Number((await owner.query<{ n: number }>(`select count(*) as n from mails where state = 'queued'`)).rows[0]?.n)
const copies = ({ kept }: MailSink) => [...kept.values()].reduce((sum, each) => sum + each.length - 1, 0)

/**
 * Closes the SMTP connection after `wanted` messages, and temporarily rejects the same number of other messages.
 * @returns the number of closed connections
 */
async function withCuts(lab: Lab, sink: MailSink, wanted: number): Promise<number> {
  let [cuts, refusals] = [0, 0]
  sink.next = () => {
    const chance = Math.random()
    if (cuts < wanted && chance < 0.3) {
      cuts++
      return 'keep and cut'
    }
    if (refusals < wanted && chance > 0.7) {
      refusals++
      return 'not now'
    }
    return 'keep'
  }
  await sendMany(lab, wanted * 2)
  await skipBackoffUntil(lab, async () => (await waiting(lab)) === 0, LIMIT_MS)
  sink.next = () => 'keep'
  return cuts
}

/**
 * Counts two kinds of faults. The mail server did not receive a mail that is in the database. Or it received several
 * copies
 * of a mail, and a later copy has another link than the first.
 */
async function compare(lab: Lab, { kept }: MailSink): Promise<{ missing: number; otherLinks: number }> {
  const { 'mail lost': missing = 0 } = await mailFaults(lab, { kept })
  let otherLinks = 0
  for (const raws of kept.values()) {
    if (raws.length === 1) continue
    const links = await Promise.all(raws.map(async (raw) => /href="([^"]*validation[^"]*)"/.exec((await PostalMime.parse(raw)).html ?? '')?.[1]))
    if (new Set(links).size !== 1 || links[0] === undefined) otherLinks++
  }
  return { missing, otherLinks }
}

/**
 * Kills a server while it sends mails, several times.
 * @returns for each kill, the milliseconds until all mails of the killed server had arrived
 */
async function withKills(lab: Lab, sink: MailSink, kills: number): Promise<number[]> {
  const times: number[] = []
  for (let kill = 0; kill < kills; kill++) {
    const victim = lab.servers[kill % lab.servers.length]
    sink.next = () => 'hold'
    await sendMany(lab, IN_FLIGHT)
    for (let waits = 0; sink.held() < 2 && waits < 100; waits++) await sleep(100)
    // After this time, both servers are sending as many mails in parallel as they can.
    await sleep(1_000)
    await victim?.kill()
    const killed = performance.now()
    sink.next = () => 'keep'
    sink.release()
    await skipBackoffUntil(lab, async () => (await waiting(lab)) === 0, LIMIT_MS)
    times.push(performance.now() - killed)
    victim?.start()
    await victim?.untilReady()
  }
  return times
}
