import { isSurvey } from '@sportello/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { knownSurveyPerson, newSurveyPerson, type Survey } from '../access/survey-person.ts'
import { withCustomer } from '../db/with-customer.ts'
import type { Services } from '../services.ts'
import type { Customer } from './customer.ts'
import { hasSentSurvey } from './queries.ts'

/** The survey that each person fills in once, where the customer's form is one; the form setting's own word counts first. */
export function onceSurveyOf({ code, params, setting, published }: Pick<Customer, 'code' | 'params' | 'setting' | 'published'>): Survey | undefined {
  const once = setting.survey_no_recompile ?? params.survey_no_recompile ?? false
  return once && isSurvey(params.auth_type ?? []) ? { customerCode: code, codeTag: published.codeTag } : undefined
}

/**
 * Whether the visitor has sent the survey already and may not again; undefined where the form is no such survey. A visitor who is not
 * known yet becomes a person by the answer's cookie, before anything is sent: so that of many sends at once one wins.
 */
export async function surveyCompiled(services: Services, customer: Customer, request: FastifyRequest, reply: FastifyReply): Promise<boolean | undefined> {
  const survey = onceSurveyOf(customer)
  if (!survey) return undefined
  const person = knownSurveyPerson(request, services.config, survey)
  if (person) return withCustomer(services.database.kysely, customer.code, (db) => hasSentSurvey(db, survey, person))
  newSurveyPerson(reply, services.config, survey)
  return false
}

/** The person that a send of the survey counts for. */
export function surveyPerson(services: Services, survey: Survey, request: FastifyRequest, reply: FastifyReply): Buffer {
  return knownSurveyPerson(request, services.config, survey) ?? newSurveyPerson(reply, services.config, survey)
}
