import { createHash } from 'node:crypto'
import { isSurvey } from '@sportello/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { knownSurveyPerson, newSurveyPerson, type Survey } from '../../catalogue/access/rules.ts'
import { hasSentSurvey } from '../../catalogue/customers/queries.ts'
import { type Customer, keyedPerson, type SurveyPerson } from '../../catalogue/customers/rules.ts'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import type { Session } from '../../entrance/sessions/rules.ts'
import { withCustomer } from '../../platform/db/with-customer.ts'

type Who = Pick<Session, 'mode' | 'person' | 'codeHash'> | null
interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Returns the survey if each visitor may answer the form only once; otherwise undefined. The form's own setting
 * overrides the setting of its definition.
 */
export function onceSurveyOf(
  { code, params, setting, published, preview }: Pick<Customer, 'code' | 'params' | 'setting' | 'published' | 'preview'>,
  session: Who,
): Survey | undefined {
  const once = setting.survey_no_recompile ?? params.survey_no_recompile ?? false
  const fills = session ? session.mode.authType === 'SURVEY' : isSurvey(params.auth_type ?? [])
  return once && fills && !preview ? { customerCode: code, codeTag: published.codeTag } : undefined
}

/**
 * Returns true if the visitor has already answered the survey. Returns undefined if the form is not a survey that each
 * person may answer only once. Sets the survey cookie in this response if the visitor has none. The visitor then has it
 * before the first submission, so that only one of many parallel submissions is stored.
 */
export async function surveyCompiled(services: CustomerServices, customer: Customer, session: Who, { request, reply }: Exchange): Promise<boolean | undefined> {
  const survey = onceSurveyOf(customer, session)
  if (!survey) return undefined
  const unkeyed = session ? sessionPerson(session) : knownSurveyPerson(request, services.config, survey)
  if (unkeyed) {
    const person = keyedPerson((await services.customerKeys.current(customer.code)).key, unkeyed)
    return withCustomer(services.database.kysely, customer.code, (db) => hasSentSurvey(db, survey, person))
  }
  newSurveyPerson(reply, services.config, survey)
  return false
}

/**
 * Returns the participant who has sent a survey's submission. The session identifies the participant or, without a
 * session, the survey cookie (wire contract, section “Access”).
 * @param key the customer's key
 */
export function surveyPerson(services: CustomerServices, survey: Survey, session: Who, { request, reply }: Exchange, key: Buffer): SurveyPerson {
  if (session) return keyedPerson(key, sessionPerson(session))
  return keyedPerson(key, knownSurveyPerson(request, services.config, survey) ?? newSurveyPerson(reply, services.config, survey))
}

function sessionPerson({ person, codeHash }: NonNullable<Who>): Buffer {
  return createHash('sha256')
    .update(person === null ? `session:${codeHash.toString('base64url')}` : `person:${person}`)
    .digest()
}
