import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, type Send, send } from '../client.ts'
import { raceFigure, thousands } from '../figure.ts'
import { freshSend } from '../ledger.ts'
import { inParallel, Tally, urlsOf } from '../parallel.ts'

const TIMES = 16
const LATER_MS = 100

export const duplicateSends = raceFigure({
  id: 'G5',
  what: 'A request is sent 16 times in parallel with one idempotency key, to two servers',
  goal: '20,000 sends: one stored request and one answer for each key',
  async takeFrom(lab, size) {
    const keys = Math.ceil(size(20_000) / TIMES)
    const answers = new Tally()
    const statuses = new Tally()
    const emails: string[] = []
    for (let at = 0; at < keys; at++) {
      const given = freshSend('parked')
      emails.push(given.email ?? '')
      const replies = await inParallel(urlsOf(lab), TIMES, (url) => sendUntilAnswered(url, given))
      answers.add(new Set(replies.map(({ text }) => text)).size)
      for (const { status } of replies) statuses.add(status)
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

/** Submits a request, and retries for as long as the server responds that it is still processing the first attempt. */
async function sendUntilAnswered(url: string, given: Send): Promise<Answer> {
  for (;;) {
    const answer = await send(url, given)
    if (answer.status !== 409 || answer.headers['retry-after'] === undefined) return answer
    await sleep(LATER_MS)
  }
}
