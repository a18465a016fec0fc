import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { Fault } from './fault.ts'
import { networkOf } from './network-address.ts'

/** Somebody came in, tried to, or left (docs/security.md, "Logs"). Never what was typed: it may be a password in the wrong box. */
export interface EntryEvent {
  event: 'sign_in' | 'sign_out'
  /** What was shown: `password`, `password+code`, `passkey`, `provider`, `token`, `message`, `recovery`. */
  way: string
  outcome: 'success' | 'failure'
  /** Of the dashboard; absent where nobody knows such an operator. */
  operator?: string
  /** The form that a visitor came to. */
  form?: string
}

/** Refusals beside 401, 403 and 429 that an honest page does not cause: malware, a captcha that is none, fields that the form has not, foreign codes. */
const SUSPICIOUS: ReadonlySet<string> = new Set(['forms0026', 'forms0030', 'forms0041', 'forms0044'])
const TELLING: ReadonlySet<number> = new Set([401, 403, 429])

/** Refusals told in a minute by one process: whoever is refused without end must not fill the disk. */
export const TOLD_PER_MINUTE = 600

/** Lines of one network can be put together by this; who it is, they do not say. The proxy's own log has the address, under the same request id. */
function networkMark({ secretKey }: Pick<Config, 'secretKey'>, request: FastifyRequest): string {
  return createHmac('sha256', secretKey)
    .update(`log_network\n${networkOf(request.ip)}`)
    .digest('base64url')
    .slice(0, 12)
}

export function tellEntry(config: Pick<Config, 'secretKey'>, request: FastifyRequest, entry: EntryEvent): void {
  const line = { ...entry, network: networkMark(config, request) }
  if (entry.outcome === 'failure') request.log.warn(line, 'a way in was refused')
  else request.log.info(line, 'a way in was taken')
}

/** Tells what was refused to whom it may be an attack of, within bounds. */
export function tellRefusals(app: FastifyInstance, config: Pick<Config, 'secretKey'>): void {
  let minute = 0
  let told = 0
  app.addHook('onError', async (request, _reply, error) => {
    if (!(error instanceof Fault)) return
    const [{ code }] = error.entries
    if (!TELLING.has(error.status) && !SUSPICIOUS.has(code)) return
    const now = Math.floor(performance.now() / 60_000)
    if (now !== minute) {
      if (told > TOLD_PER_MINUTE) request.log.warn({ event: 'refused', untold: told - TOLD_PER_MINUTE }, 'more was refused than is told')
      minute = now
      told = 0
    }
    if (++told <= TOLD_PER_MINUTE)
      request.log.warn({ event: 'refused', code, status: error.status, network: networkMark(config, request) }, 'a call was refused')
  })
}
