import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { WAITING_JOBS } from '../../../apps/server/src/platform/db/waiting-jobs.ts'
import { freePort } from '../../../apps/server/test/free-port.ts'
import { codesOf, confirm, send } from '../client.ts'
import { type Lab, urlOf } from '../deployment.ts'
import { raceFigure, thousands } from '../figure.ts'
import { freshSend, Ledger, linkCodeOf } from '../ledger.ts'
import { inParallel, runInLanes, Tally, urlsOf } from '../parallel.ts'

const USES = 16
/**
 * Number of codes for the control server, which has no locks: `most` in a full run; `least` is the minimum for a stable
 * ratio.
 */
const CONTROL = { most: 1_000, least: 20 }
const CONTROL_GOAL = 0.5

export const oneWinner = raceFigure({
  id: 'G3',
  what: 'A confirmation link is used 16 times in parallel, at two servers',
  goal: '10,000 links with one successful use each; the control without locking must have two successful uses for half of them',
  async takeFrom(lab, size) {
    const links = size(10_000)
    const codes = await linksOf(lab, links)
    const winners = new Tally()
    const losers = new Tally()
    for (const code of codes) {
      const answers = await inParallel(urlsOf(lab), USES, (url) => confirm(url, 'parked', code))
      winners.add(answers.filter(({ status }) => status === 200).length)
      for (const answer of answers) if (answer.status !== 200) losers.add(codesOf(answer))
    }
    const jobs = await jobsPerRequest(lab)
    const control = await controlRun(lab, Math.max(CONTROL.least, size(CONTROL.most)))
    const rejected = [...losers.counts.keys()].every((code) => code === 'forms0009' || code === 'forms0042')
    return {
      size: `${thousands(links)} links × ${USES} at once × ${lab.servers.length} servers`,
      measured: `winners: ${winners}; losers got ${[...losers.counts.keys()].join(' or ')}; jobs of a link: ${jobs}; control with two winners ${Math.round(control * 100)} %`,
      met: winners.isOnly(1, links) && rejected && jobs.isOnly(1, links) && control >= CONTROL_GOAL,
    }
  },
})

/** Submits requests and returns the codes of their confirmation links. */
async function linksOf(lab: Lab, count: number): Promise<string[]> {
  const ledger = new Ledger()
  await runInLanes(count, async (at) => {
    const { file: _, ...given } = freshSend('parked')
    const answer = await send(urlsOf(lab)[at % 2] ?? '', given)
    if (answer.status !== 201) throw new Error(`a send was answered ${answer.status}: ${answer.text}`)
    ledger.acknowledge(given, answer)
  })
  return Promise.all([...ledger.entries.values()].map((entry) => linkCodeOf(lab, entry)))
}

/** Returns the number of jobs that open a request's ticket, for each request. */
async function jobsPerRequest({ owner }: Lab): Promise<Tally> {
  const tally = new Tally()
  const { rows } = await owner.query<{ n: number }>(`
    select count(*)::int as n from ${WAITING_JOBS} jobs where task = 'process_request' group by id`)
  for (const { n } of rows) tally.add(n)
  return tally
}

/**
 * Runs the control measurement with a server that has no locks.
 * @returns the share of codes that more than one client used successfully at this server
 */
async function controlRun(lab: Lab, rounds: number): Promise<number> {
  await lab.owner.query('create table racy_codes (code text primary key, used_at timestamptz); grant all on racy_codes to public')
  const ports = [await freePort(), await freePort()]
  const racyServers = ports.map((port) => {
    const env = { PORT: String(port), DATABASE_URL: urlOf(lab.database) }
    return spawn(process.execPath, [fileURLToPath(new URL('../racy-server.ts', import.meta.url))], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  })
  try {
    const urls = ports.map((port) => `http://127.0.0.1:${port}`)
    for (const url of urls) while (!(await fetch(url).catch(() => undefined))) await sleep(50)
    let wrong = 0
    for (let round = 0; round < rounds; round++) {
      await lab.owner.query('insert into racy_codes (code) values ($1)', [String(round)])
      const answers = await inParallel(urls, USES, (url) => confirm(url, 'control', String(round)))
      if (answers.filter(({ status }) => status === 200).length > 1) wrong++
    }
    return wrong / rounds
  } finally {
    for (const twin of racyServers) {
      twin.kill('SIGKILL')
      await once(twin, 'exit')
    }
    await lab.owner.query('drop table racy_codes')
  }
}
