import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { getAsset } from './get-asset.ts'
import { managedAssets as assets } from './managed-assets.ts'

/** Any page of a customer. */
export function assetFiles(app: FastifyInstance, services: Services): void {
  getAsset(app, services)
}

/** Operators. */
export function managedAssets(app: FastifyInstance, services: Services): void {
  assets(app, services)
}
