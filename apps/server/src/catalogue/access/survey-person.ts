import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config.ts'
import { isSecure, prefixedCookieName } from '../../platform/http/cookie-name.ts'

/**
 * A survey: a form definition that one customer publishes. The code of the customer and the code of the definition
 * contain no dot.
 */
export interface Survey {
  customerCode: string
  codeTag: string
}

/**
 * Lifetime of the survey cookie in seconds, longer than any survey stays open. Browsers limit a cookie's lifetime to
 * 400 days.
 */
const YEAR_S = 365 * 86_400
const COOKIE = /^([\w-]{22})\.([\w-]{43})$/

const PATH = '/'
const cookieName = (config: Pick<Config, 'publicUrl'>, { customerCode, codeTag }: Survey) =>
  prefixedCookieName(config, `survey_${customerCode}.${codeTag}`, PATH)

/**
 * Signs the random name by which a survey recognises a participant. The signature covers the customer and the survey. A
 * participant's cookie is therefore invalid for other surveys.
 */
function signatureOf(secretKey: string, { customerCode, codeTag }: Survey, name: string): Buffer {
  return createHmac('sha256', secretKey).update(`survey_person\n${customerCode}\n${codeTag}\n${name}`).digest()
}

/**
 * Returns the hash by which the database identifies a survey's participant. The hash is computed from the random name
 * in the survey cookie.
 */
const hashOfName = (name: string) => createHash('sha256').update(name).digest()

/**
 * Returns the hash that identifies a survey's participant, computed from the signed survey cookie (wire contract,
 * section “Access”); undefined if the cookie is missing, forged or for another survey.
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

/**
 * Sets the survey cookie of a new participant, with a random name. The server stores nothing in the database until the
 * participant submits the survey.
 */
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
