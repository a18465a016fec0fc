import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { managed } from '../../management/calls.ts'
import { cssFaults } from './answer-css.ts'

/**
 * Registers the endpoint that returns what the server will remove from a customer's style sheet (`answer_css`). The
 * style sheet's editor marks these parts (administrator specification, section 2: “Template tab”).
 */
export function checkAnswerCss(app: FastifyInstance): void {
  managed(app, endpoints.checkAnswerCss, async ({ body }) => cssFaults(body.css))
}
