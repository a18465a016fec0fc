import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { managed } from '../../management/calls.ts'
import { cssFaults } from './answer-css.ts'

/** What an editor of `answer_css` marks (administrator specification, section 2: "Template tab"). */
export function checkAnswerCss(app: FastifyInstance): void {
  managed(app, endpoints.checkAnswerCss, async ({ body }) => cssFaults(body.css))
}
