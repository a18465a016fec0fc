import type { CaptchaChallenge, Envelope } from '@sportello/contract'
import { type Challenge, solveChallengeWorkers } from 'altcha-lib'
import { unwrap } from '../../../shared/call.ts'
import workerUrl from './solver-worker.ts?worker&url'
import type { Solved } from './use-captcha.ts'

/**
 * Maximum number of web workers that compute the solution of a captcha in parallel. On a phone, more workers would not
 * be faster and would slow down the page.
 */
const MAX_WORKERS = 4
/**
 * Lifetime of a captcha challenge in milliseconds. It is counted from the browser's call, because the browser's clock
 * may differ from the server's.
 */
const GOOD_MS = 600_000

interface UrlPolicy {
  createScriptURL: (url: string) => string
}
const { trustedTypes } = globalThis as { trustedTypes?: { createPolicy: (name: string, rules: UrlPolicy) => UrlPolicy } }
/**
 * URL of the worker's script, marked as trusted by the Trusted Types policy `solver-worker`. The page's content
 * security policy rejects URLs without this mark.
 */
const trustedUrl = trustedTypes?.createPolicy('solver-worker', { createScriptURL: () => workerUrl }).createScriptURL('') ?? workerUrl

/**
 * Requests a captcha challenge from the server and solves it in web workers.
 * @throws if the server does not respond, or if the browser cannot solve the challenge
 */
export async function solveCaptcha(url: string, controller: AbortController): Promise<Solved> {
  const until = Date.now() + GOOD_MS
  const response = await fetch(url, { signal: controller.signal })
  const challenge = unwrap((await response.json()) as Envelope<CaptchaChallenge>, response.status)
  const solution = await solveChallengeWorkers({
    challenge: challenge as Challenge,
    concurrency: Math.min(MAX_WORKERS, navigator.hardwareConcurrency || 1),
    controller,
    createWorker: () => new Worker(trustedUrl, { type: 'module' }),
  })
  if (!solution) throw new Error('the captcha was not solved')
  const { counter, derivedKey } = solution
  return { value: btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } })), until }
}
