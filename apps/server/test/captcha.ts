import type { CaptchaChallenge, SendReceipt } from '@sportello/contract'
import { type Challenge, type Solution, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { freshAnswers, sendForm } from './send.ts'
import type { TestServer } from './test-server.ts'

/** System setting that makes captchas so easy that a test solves one in milliseconds. */
export const EASY = [{ code: 'captcha_difficulty', value: '20' }]

export async function challengeOf(server: Pick<TestServer, 'url'>, customer: string): Promise<CaptchaChallenge> {
  const response = await fetch(`${server.url}/forms-service/rs/v2/forms/${customer}/captcha`)
  return ((await response.json()) as { data: CaptchaChallenge }).data
}

export async function solve(challenge: CaptchaChallenge): Promise<Solution> {
  const solution = await solveChallenge({ challenge: challenge as Challenge, deriveKey })
  if (!solution) throw new Error('not solved')
  return solution
}

export const packed = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')

/** Solves a captcha challenge. @returns the solution as the browser sends it */
export async function solvedCaptcha(server: Pick<TestServer, 'url'>, customer: string): Promise<string> {
  const challenge = await challengeOf(server, customer)
  return packed({ challenge, solution: await solve(challenge) })
}

type More = Record<string, string | undefined>

/** Submits the sample form. @returns the HTTP status, followed by the code and field of each error */
export async function sendSample(
  server: Pick<TestServer, 'call'>,
  customer: string,
  more: More = {},
  headers: Record<string, string> = {},
  answers = freshAnswers(),
) {
  const { status, body } = await server.call<SendReceipt>('POST', `/forms/${customer}`, { body: sendForm(answers, more), headers })
  return { told: [status, ...body.errors.map(({ data }) => data.code)], ticket: body.data?.ticket, message: body.errors[0]?.data.message }
}
