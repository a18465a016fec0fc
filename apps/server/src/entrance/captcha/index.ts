import type { FastifyInstance } from 'fastify'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { getCaptcha } from './get-captcha.ts'

/** Anyone, without the API key. */
export function captchaRoutes(app: FastifyInstance, services: CustomerServices): void {
  getCaptcha(app, services)
}
