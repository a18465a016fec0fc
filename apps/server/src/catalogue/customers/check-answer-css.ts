import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { managed } from '../../management/calls.ts'
import { cssFaults } from './answer-css.ts'

/**
 * Registers the call by which the editor of a customer's style sheet (`answer_css`) marks what the server will remove
 * (administrator specification, section 2: "Template tab").
 */
export function checkAnswerCss(app: FastifyInstance): void {
  managed(app, endpoints.checkAnswerCss, async ({ body }) => cssFaults(body.css))
}
