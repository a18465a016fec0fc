import { setTimeout as sleep } from 'node:timers/promises'
import { atOnce, Tally, urlsOf } from '../at-once.ts'
import { type Answer, type Send, send } from '../client.ts'
import { raceFigure, thousands } from '../figure.ts'
import { freshSend } from '../ledger.ts'

const TIMES = 16
const LATER_MS = 100

export const duplicateSends = raceFigure({
  id: 'G5',
  what: 'A send comes 16 times at once with one key, over two servers',
  goal: '20,000 sends, one request and one answer for each key',
  async takeFrom(lab, size) {
    const keys = Math.ceil(size(20_000) / TIMES)
    const answers = new Tally()
    const statuses = new Tally()
    const emails: string[] = []
    for (let at = 0; at < keys; at++) {
      const given = freshSend('parked')
      emails.push(given.email ?? '')
      const told = await atOnce(urlsOf(lab), TIMES, (url) => untilTold(url, given))
      answers.add(new Set(told.map(({ text }) => text)).size)
      for (const { status } of told) statuses.add(status)
    }
    const stored = new Tally()
    const { rows } = await lab.owner.query<{ n: number }>('select count(*)::int as n from requests where email = any($1) group by email', [emails])
    for (const { n } of rows) stored.add(n)
    return {
      size: `${thousands(keys * TIMES)} sends, ${TIMES} at once × ${lab.servers.length} servers`,
      measured: `different answers to a key: ${answers}; requests of a key: ${stored}; statuses: ${statuses}`,
      met: answers.isOnly(1, keys) && stored.isOnly(1, keys) && statuses.isOnly(201, keys * TIMES),
    }
  },
})

/** Comes again where it is told that the first one is still on its way. */
async function untilTold(url: string, given: Send): Promise<Answer> {
  for (;;) {
    const answer = await send(url, given)
    if (answer.status !== 409 || answer.headers['retry-after'] === undefined) return answer
    await sleep(LATER_MS)
  }
}
