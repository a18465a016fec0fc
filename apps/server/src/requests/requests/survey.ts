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

/** The survey that this visitor fills in once, where the form is one; the form setting's own word counts first. */
export function onceSurveyOf(
  { code, params, setting, published }: Pick<Customer, 'code' | 'params' | 'setting' | 'published'>,
  session: Who,
): Survey | undefined {
  const once = setting.survey_no_recompile ?? params.survey_no_recompile ?? false
  const fills = session ? session.mode.authType === 'SURVEY' : isSurvey(params.auth_type ?? [])
  return once && fills ? { customerCode: code, codeTag: published.codeTag } : undefined
}

/**
 * Whether the visitor has sent the survey already and may not again; undefined where the form is no such survey. A visitor who is not
 * known yet becomes a person by the answer's cookie, before anything is sent: so that of many sends at once one wins.
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

/** The person that a send of the survey counts for: the session's, else the cookie's (wire contract, "Access"). @param key the customer's */
export function surveyPerson(services: CustomerServices, survey: Survey, session: Who, { request, reply }: Exchange, key: Buffer): SurveyPerson {
  if (session) return keyedPerson(key, sessionPerson(session))
  return keyedPerson(key, knownSurveyPerson(request, services.config, survey) ?? newSurveyPerson(reply, services.config, survey))
}

function sessionPerson({ person, codeHash }: NonNullable<Who>): Buffer {
  return createHash('sha256')
    .update(person === null ? `session:${codeHash.toString('base64url')}` : `person:${person}`)
    .digest()
}
