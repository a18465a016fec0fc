import type { CaptchaChallenge, Envelope } from '@sportello/contract'
import { type Challenge, solveChallengeWorkers } from 'altcha-lib'
import { unwrap } from '../../../shared/call.ts'
import workerUrl from './solver-worker.ts?worker&url'
import type { Solved } from './use-captcha.ts'

/** More would not be faster on a phone, and slow down everything else there. */
const MAX_WORKERS = 4
/** A challenge is good for ten minutes by the server's clock, which is not the browser's: they count from here. */
const GOOD_MS = 600_000

interface UrlPolicy {
  createScriptURL: (url: string) => string
}
const { trustedTypes } = globalThis as { trustedTypes?: { createPolicy: (name: string, rules: UrlPolicy) => UrlPolicy } }
/** The page's policy lets no other string be a script's address (`trusted-types solver-worker`). */
const trustedUrl = trustedTypes?.createPolicy('solver-worker', { createScriptURL: () => workerUrl }).createScriptURL('') ?? workerUrl

/** Asks for a challenge and solves it in workers. @throws when the server cannot be asked, or the browser cannot solve it. */
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
