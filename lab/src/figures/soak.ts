import { setTimeout as sleep } from 'node:timers/promises'
import { audit, formatFaults, mailFaults } from '../audit.ts'
import { type Lab, signal, startLab } from '../deployment.ts'
import { type Figure, thousands } from '../figure.ts'
import { Ledger, missingEvents, runVisitors } from '../ledger.ts'
import { type MailSink, startMailSink } from '../mail-sink.ts'
import { Tally } from '../parallel.ts'
import { memoryOf } from '../process-memory.ts'
import { FAILURES, startWebhookSink, type WebhookSink } from '../webhook-sink.ts'

const EVERY_MS = 20_000
const SHORT_MS = 5_000
/**
 * Number of simulated visitors in the soak test (long-running test). It is low, so that the servers can process all
 * jobs.
 */
const VISITORS = 3

interface Peers {
  mails: MailSink
  tickets: WebhookSink
}

/**
 * Temporary failures that the soak test (long-running test) causes. The promise of a failure resolves when the failure
 * has ended.
 */
const FAILURES_OF_SOAK: Record<string, (lab: Lab, peers: Peers) => Promise<void>> = {
  async 'a server is killed'(lab) {
    const server = lab.anyServer()
    await server.kill()
    server.start()
    await server.untilReady()
  },
  async 'a server is restarted'(lab) {
    const server = lab.anyServer()
    await server.stop()
    server.start()
    await server.untilReady()
  },
  async 'the database is killed'(lab) {
    signal([lab.postmaster()], 'SIGKILL')
    await sleep(200)
    await lab.untilDatabase()
  },
  async 'the database hangs'(lab) {
    const stopped = lab.databaseProcesses()
    signal(stopped, 'SIGSTOP')
    await sleep(SHORT_MS)
    signal(stopped, 'SIGCONT')
  },
  async 'the lines to the database are cut'({ lines }) {
    for (const line of lines) line.reset()
  },
  async 'a line to the database is still'({ lines }) {
    const [line] = Math.random() < 0.5 ? lines : lines.toReversed()
    line?.pause()
    await sleep(SHORT_MS)
    line?.resume()
  },
  async 'the lines to the database are slow'({ lines }) {
    for (const line of lines) line.delayMs = 50
    await sleep(SHORT_MS)
    for (const line of lines) line.delayMs = 0
  },
  async 'the mail server refuses for the moment'(_lab, { mails }) {
    mails.next = () => 'not now'
    await sleep(SHORT_MS)
    mails.next = () => 'keep'
  },
  async 'the destination fails'(_lab, { tickets }) {
    // Leaves out the failure mode “gone” (410): after it, the server does not retry the delivery until an operator
    // resends the ticket.
    const [mode = 'error'] = FAILURES.filter((each) => each !== 'gone').toSorted(() => Math.random() - 0.5)
    tickets.next = () => mode
    await sleep(SHORT_MS)
    tickets.next = () => 'ok'
  },
}

export const soak: Figure = {
  id: 'G23',
  what: 'One hour of normal load with a failure every 20 s',
  goal: '180 failures: 0 lost, 0 left over, every mail and ticket delivered in the end',
  async run(size) {
    const peers: Peers = { mails: await startMailSink(), tickets: await startWebhookSink() }
    const lab = await startLab({ database: 'lab', env: { SMTP_URL: peers.mails.url }, webhooks: [{ form: 'hooked', url: peers.tickets.url }] })
    const ledger = new Ledger()
    const running = new AbortController()
    const visitors = runVisitors(lab, ledger, running.signal, { visitors: VISITORS, forms: ['parked', 'direct', 'hooked'], pauseMs: 200 })
    const troubles = new Tally()
    let memory = 0
    try {
      const names = Object.keys(FAILURES_OF_SOAK)
      const first = Math.floor(Math.random() * names.length)
      for (let at = 0; at < size(180); at++) {
        const name = names[(first + at) % names.length] ?? ''
        const next = sleep(EVERY_MS)
        await FAILURES_OF_SOAK[name]?.(lab, peers)
        troubles.add(name)
        await next
        memory = Math.max(memory, ...lab.servers.map(({ pid }) => memoryOf(pid)))
      }
      running.abort()
      await visitors
      const faults = formatFaults({
        ...(await audit(lab, ledger)),
        ...peers.tickets.faults(),
        ...missingEvents(ledger, peers.tickets),
        ...(await mailFaults(lab, peers.mails)),
      })
      return {
        size: `${size(180)} failures of ${troubles.counts.size} kinds, ${thousands(ledger.entries.size)} acknowledged`,
        measured: `${faults ?? '0 lost, 0 left over'}; ${thousands(ledger.retried)} sent again; memory of a server ${Math.round(memory)} MB at most`,
        met: faults === undefined,
      }
    } finally {
      running.abort()
      await visitors.catch(() => {})
      await lab.close()
      await peers.mails.close()
      await peers.tickets.close()
    }
  },
}
