import { randomBytes } from 'node:crypto'
import { type Answer, API_KEY, call, codesOf, confirm, send } from '../client.ts'
import type { Lab } from '../deployment.ts'
import { raceFigure, thousands } from '../figure.ts'
import { freshSend, Ledger, linkCodeOf } from '../ledger.ts'
import { inParallel, Tally, urlsOf } from '../parallel.ts'

const AT_ONCE = 8
const ADDRESSES = 1_000
const BASE = '/forms-service/rs/v2'

/** The API endpoints that accept a code which was mailed or issued. None of them may accept a guessed code. */
const CODE_ENDPOINTS: readonly { name: string; guess: (url: string, code: string, headers: Record<string, string>) => Promise<Answer> }[] = [
  { name: 'a confirmation', guess: (url, code, headers) => call(`${url}${BASE}/forms/parked`, jsonCall('PUT', { otp_code: code }, headers)) },
  { name: 'a session', guess: (url, code, headers) => call(`${url}${BASE}/forms/known?code=${code}`, { method: 'GET', headers }) },
  {
    name: 'a recovery',
    guess: (url, code, headers) => call(`${url}${BASE}/forms/known/login/recovery`, jsonCall('PUT', { code, password: 'a-Right-Word-1' }, headers)),
  },
  {
    name: 'an operator',
    guess: (url, code, headers) => call(`${url}${BASE}/managements/account`, { method: 'GET', headers: { ...headers, authorization: `Bearer ${code}` } }),
  },
  { name: 'an attachment', guess: (url, code, headers) => call(`${url}${BASE}/managements/attachments/${code}`, { method: 'GET', headers }) },
]

export const codeGuessing = raceFigure({
  id: 'G14',
  what: 'Codes are guessed by a client that forges a new IP address each time',
  goal: '10,000 guesses over 1,000 forged addresses: 0 hits, the same answer to all guesses of a call, and the right code still works',
  async takeFrom(lab, size) {
    const guesses = size(10_000)
    const code = await linkOf(lab)
    const hits: string[] = []
    let limited = 0
    const answers = new Map(CODE_ENDPOINTS.map(({ name }) => [name, new Tally()]))
    for (let done = 0; done < guesses; done += AT_ONCE) {
      const { name, guess } = CODE_ENDPOINTS[(done / AT_ONCE) % CODE_ENDPOINTS.length] as (typeof CODE_ENDPOINTS)[number]
      await inParallel(urlsOf(lab), AT_ONCE, async (url) => {
        const answer = await guess(url, near(code), { 'x-forwarded-for': forged(), forwarded: `for=${forged()}` })
        if (answer.status < 400) hits.push(name)
        // Counts errors of the rate limit (forms0045) separately, because they do not depend on the guessed code.
        if (!codesOf(answer).includes('forms0045')) answers.get(name)?.add(`${answer.status} ${answer.text}`)
        else limited++
        return answer
      })
    }
    const right = await confirm(urlsOf(lab)[0] ?? '', 'parked', code)
    const kinds = [...answers].map(([name, tally]) => `${name} ${tally.counts.size}`)
    return {
      size: `${thousands(guesses)} guesses at ${CODE_ENDPOINTS.length} places, ${AT_ONCE} at once × ${lab.servers.length} servers`,
      measured: `${hits.length} hits; kinds of answers to ${kinds.join(', ')}; ${thousands(limited)} rejected by the rate limit; the right code then got ${right.status}`,
      met: hits.length === 0 && [...answers.values()].every(({ counts }) => counts.size === 1) && right.status === 200,
    }
  },
})

const jsonCall = (method: string, body: object, headers: Record<string, string>) => ({
  method,
  headers: { ...headers, 'x-api-key': API_KEY, 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const forged = () => `10.0.${Math.floor((Math.random() * ADDRESSES) / 250)}.${1 + Math.floor(Math.random() * 250)}`

/** Returns a guessed code: in half of the cases the right code with one character changed, otherwise a random code. */
function near(code: string): string {
  if (Math.random() < 0.5) return randomBytes(32).toString('base64url')
  const at = Math.floor(Math.random() * code.length)
  const other = code[at] === 'A' ? 'B' : 'A'
  return code.slice(0, at) + other + code.slice(at + 1)
}

async function linkOf(lab: Lab): Promise<string> {
  const ledger = new Ledger()
  const { file: _, ...given } = freshSend('parked')
  const answer = await send(urlsOf(lab)[0] ?? '', given)
  ledger.acknowledge(given, answer)
  const [entry] = ledger.entries.values()
  if (!entry) throw new Error(`a send was answered ${answer.status}: ${answer.text}`)
  return linkCodeOf(lab, entry)
}
