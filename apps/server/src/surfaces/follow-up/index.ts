import type { FastifyInstance } from 'fastify'
import type { RequestServices } from '../../requests/requests/services.ts'
import { changeFollowUp } from './change-follow-up.ts'
import { correctAnswers } from './correct-answers.ts'
import { getFollowUp } from './get-follow-up.ts'
import { openFollowUp } from './open-follow-up.ts'

/** Registers the endpoints of the page on which a requester follows a request. */
export function visitorFollowUps(app: FastifyInstance, services: RequestServices): void {
  openFollowUp(app, services)
  getFollowUp(app, services)
  changeFollowUp(app, services)
  correctAnswers(app, services)
}
