import type { FastifyInstance } from 'fastify'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { getCaptcha } from './get-captcha.ts'

/** Registers the endpoint that creates captcha challenges. It needs no API key. */
export function captchaRoutes(app: FastifyInstance, services: CustomerServices): void {
  getCaptcha(app, services)
}
