import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { getCaptcha } from './get-captcha.ts'

/** Anyone, without the API key. */
export function openCaptcha(app: FastifyInstance, services: Services): void {
  getCaptcha(app, services)
}
