import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, call, codesOf, NoAnswer, receiptOf, send } from '../client.ts'
import { type Lab, startLab } from '../deployment.ts'
import { type Figure, thousands } from '../figure.ts'
import { freshSend } from '../ledger.ts'
import { Tally } from '../parallel.ts'

const VISITORS = 12

export const rollingRestarts: Figure = {
  id: 'G24',
  what: 'The servers are restarted in turn while visitors read and send',
  goal: '20 graceful restarts, 0 failed requests: a refused connection is retried at the other server, and no running request is cut off',
  async run(size) {
    const lab = await startLab({ database: 'lab', env: { DRAIN_SECONDS: '1' } })
    const balancer = startLoadBalancer(lab)
    const running = new AbortController()
    const answers = new Tally()
    const acknowledged = new Set<string>()
    const visitors = Array.from({ length: VISITORS }, (_, at) => visit(running.signal, { balancer, answers, acknowledged, alone: at % 2 === 0 }))
    try {
      const restarts = size(20)
      for (let at = 0; at < restarts; at++) {
        const server = lab.servers[at % lab.servers.length]
        await sleep(500)
        await server?.stop()
        server?.start()
        await server?.untilReady()
      }
      running.abort()
      await Promise.all(visitors)
      const { rows } = await lab.owner.query<{ ticket: string }>('select ticket from requests')
      const stored = new Set(rows.map(({ ticket }) => ticket))
      const lost = [...acknowledged].filter((ticket) => !stored.has(ticket)).length
      const all = [...answers.counts.values()].reduce((sum, times) => sum + times, 0)
      const failed = [...answers.counts].filter(([what]) => what !== 'ok')
      return {
        size: `${restarts} restarts, ${thousands(all)} requests`,
        measured: `${failed.length === 0 ? '0 failed' : failed.map(([what, times]) => `${what} × ${times}`).join(', ')}; ${lost} lost`,
        met: failed.length === 0 && lost === 0,
      }
    } finally {
      running.abort()
      await Promise.allSettled(visitors)
      balancer.close()
      await lab.close()
    }
  },
}

export interface Seen {
  balancer: Pick<LoadBalancer, 'balanced'>
  answers: Tally
  acknowledged: Set<string>
  /** True if the simulated client opens a new connection for each call instead of reusing one (keep-alive). */
  alone: boolean
}

/** Simulates a visitor who repeatedly loads the form and submits it. */
export async function visit(running: AbortSignal, { balancer, answers, acknowledged, alone }: Seen): Promise<void> {
  const expectStatus = async (call: Promise<Answer>, expected: number): Promise<Answer | undefined> => {
    try {
      const answer = await call
      answers.add(answer.status === expected ? 'ok' : `${answer.status} ${codesOf(answer)}`)
      return answer
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      answers.add(error.message)
      return undefined
    }
  }
  for (; !running.aborted; await sleep(10)) {
    await expectStatus(
      balancer.balanced((url) => call(`${url}/forms-service/rs/v2/forms/direct`, { method: 'GET', alone })),
      200,
    )
    const sent = await expectStatus(
      balancer.balanced((url) => send(url, freshSend('direct'), alone)),
      201,
    )
    if (sent?.status === 201) acknowledged.add(receiptOf(sent).ticket)
  }
}

/** A load balancer with health checks. If a server refuses a connection, the load balancer tries another server. */
interface LoadBalancer {
  balanced: <T>(use: (url: string) => Promise<T>) => Promise<T>
  close: () => void
}

const CHECK_MS = 100

function startLoadBalancer({ servers }: Lab): LoadBalancer {
  const ready = new Map(servers.map(({ url }) => [url, true]))
  const timer = setInterval(async () => {
    for (const url of ready.keys()) {
      const look = await fetch(`${url}/health/ready`, { headers: { connection: 'close' } }).catch(() => undefined)
      ready.set(url, look?.ok === true)
    }
  }, CHECK_MS)
  return {
    async balanced(use) {
      const open = [...ready].filter(([, wanted]) => wanted).map(([url]) => url)
      const candidates = open.length > 0 ? open : [...ready.keys()]
      if (Math.random() < 0.5) candidates.reverse()
      const [first = '', second = first] = candidates
      try {
        return await use(first)
      } catch (error) {
        if (!(error instanceof NoAnswer) || error.reason !== 'refused') throw error
        return use(second)
      }
    },
    close: () => clearInterval(timer),
  }
}
