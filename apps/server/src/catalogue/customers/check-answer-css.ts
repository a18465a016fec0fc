import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { managed } from '../../management/calls.ts'
import { cssFaults } from './answer-css.ts'

/** Registers the call by which the editor of `answer_css` marks what will be removed (administrator specification, section 2: "Template tab"). */
export function checkAnswerCss(app: FastifyInstance): void {
  managed(app, endpoints.checkAnswerCss, async ({ body }) => cssFaults(body.css))
}
