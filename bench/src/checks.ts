import { setTimeout as sleep } from 'node:timers/promises'
import { startDeployment } from '../../e2e/fixtures/deployment.ts'
import { callManagement, managementCall } from '../../e2e/fixtures/management-call.ts'
import { grown } from './grown-form.ts'

const STEPS = 10_000
/**
 * Maximum milliseconds for two durations: checking 10,000 steps and trying every path through them together, and the
 * slowest response to another call in this time.
 */
const LIMIT_MS = 10_000
const ANSWER_LIMIT_MS = 50
/** Pause in milliseconds between two calls of the other visitor. */
const PAUSE_MS = 5
const ROUNDS = 3
/** Number of recorded tests of the form; the most that a definition may have. */
const TESTS = 200

/**
 * Measures two durations for a form of 10,000 steps: checking it, and trying every path through it. Also measures how
 * long a
 * visitor of another form waits for responses at the same time. Compares each duration with its limit, and the waits
 * with those on the same server when no check is running.
 */
export async function benchChecks(): Promise<void> {
  const deployment = await startDeployment({ LOG_LEVEL: 'error' })
  try {
    for (const code of ['small', 'large']) {
      const { definitions, forms } = grown(code, code === 'small' ? 100 : STEPS)
      // Raises the rate limit, because one visitor who calls the server without pause would exceed it.
      const settings = [{ code: 'calls_per_minute', value: '1000000' }]
      await deployment.importBundle({ definitions, forms, settings })
    }
    const credential = await deployment.ownerCredential()
    const { headers } = managementCall(deployment.url, credential, '')
    const { 'X-Api-Key': key } = headers
    const visitor = () => fetch(`${deployment.url}/forms-service/rs/v2/forms/small/tags/t0`, { headers: { 'X-Api-Key': key } })
    const management = async (path: string) => {
      const call = managementCall(deployment.url, credential, `/definitions/large/${path}`)
      const response = await fetch(call.address, { headers: call.headers })
      const text = await response.text()
      if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 500)}`)
      return text
    }
    const { leaf } = grown('large', STEPS)
    const input = { code_tag: leaf, form_fields: { note: 'x' }, further_questions: null, terms: [], files: [], known: {}, today: '2026-03-02' }
    for (let made = 0; made < TESTS; made++)
      await callManagement(deployment.url, credential, 'POST', '/definitions/large/tests', {
        name: `Test ${made}`,
        input: { ...input, sent: { form: 'large', auth_type: 'FREE', email: 'a@example.org' } },
      })
    const idle = await slowest(visitor, sleep(2_000))
    for (let round = 0; round < ROUNDS; round++) {
      const begun = performance.now()
      const check = management('check')
      const duringCheck = await slowest(visitor, check)
      const checked = performance.now() - begun
      const walk = management('walk').then((text) => text.includes('event: report') || Promise.reject(new Error(text.slice(-500))))
      const duringWalk = await slowest(visitor, walk)
      const both = performance.now() - begun
      const testsBegun = performance.now()
      const duringTests = await slowest(visitor, management('tests'))
      const tested = performance.now() - testsBegun
      console.log(
        `${STEPS} steps: check ${checked.toFixed(0)} ms, check and walk ${both.toFixed(0)} ms (${(both / LIMIT_MS).toFixed(2)} of the limit), ${TESTS} recorded tests ${tested.toFixed(0)} ms; slowest other answer ${duringCheck.toFixed(0)}, ${duringWalk.toFixed(0)} and ${duringTests.toFixed(0)} ms (limit ${ANSWER_LIMIT_MS}; ${idle.toFixed(0)} ms without checks)`,
      )
      if (both > LIMIT_MS || Math.max(duringCheck, duringWalk, duringTests) > ANSWER_LIMIT_MS) process.exitCode = 1
    }
  } finally {
    await deployment.stop()
  }
}

/** Repeats a call until `work` is done. @returns the duration of the slowest call in milliseconds */
async function slowest(call: () => Promise<Response>, work: Promise<unknown>): Promise<number> {
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  let most = 0
  while (!isDone) {
    const begun = performance.now()
    const response = await call()
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`the other call: ${response.status}`)
    most = Math.max(most, performance.now() - begun)
    await sleep(PAUSE_MS)
  }
  await done
  return most
}
