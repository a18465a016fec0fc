import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config.ts'
import { isSecure, prefixedCookieName } from '../../platform/http/cookie-name.ts'

/** A survey: a definition as one customer shows it. A code of either holds no dot. */
export interface Survey {
  customerCode: string
  codeTag: string
}

/** Longer than a survey runs; browsers keep no cookie beyond 400 days. */
const YEAR_S = 365 * 86_400
const COOKIE = /^([\w-]{22})\.([\w-]{43})$/

const PATH = '/'
const cookieName = (config: Pick<Config, 'publicUrl'>, { customerCode, codeTag }: Survey) =>
  prefixedCookieName(config, `survey_${customerCode}.${codeTag}`, PATH)

/** Signs a name for one survey of one customer: a cookie of another one is no cookie here. */
function signatureOf(secretKey: string, { customerCode, codeTag }: Survey, name: string): Buffer {
  return createHmac('sha256', secretKey).update(`survey_person\n${customerCode}\n${codeTag}\n${name}`).digest()
}

/** What the database keeps of a person. */
const hashOfName = (name: string) => createHash('sha256').update(name).digest()

/**
 * The person of a survey without a session (wire contract, "Access"), as the hash that the database knows, by the cookie that the
 * server has signed; undefined without one, and where it is forged or another survey's.
 */
export function knownSurveyPerson(
  request: Pick<FastifyRequest, 'cookies'>,
  config: Pick<Config, 'secretKey' | 'publicUrl'>,
  survey: Survey,
): Buffer | undefined {
  const [, name, signature] = COOKIE.exec(request.cookies[cookieName(config, survey)] ?? '') ?? []
  if (name === undefined || signature === undefined) return undefined
  if (!timingSafeEqual(signatureOf(config.secretKey, survey, name), Buffer.from(signature, 'base64url'))) return undefined
  return hashOfName(name)
}

/** Names a new person of a survey: a random name in a cookie that goes out with the answer. Nothing is stored until something is sent. */
export function newSurveyPerson(reply: FastifyReply, config: Pick<Config, 'secretKey' | 'publicUrl'>, survey: Survey): Buffer {
  const name = randomBytes(16).toString('base64url')
  void reply.setCookie(cookieName(config, survey), `${name}.${signatureOf(config.secretKey, survey, name).toString('base64url')}`, {
    path: PATH,
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(config),
    maxAge: YEAR_S,
  })
  return hashOfName(name)
}
