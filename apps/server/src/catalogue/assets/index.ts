import type { FastifyInstance } from 'fastify'
import type { PlatformServices } from '../../platform/services.ts'
import { getAsset } from './get-asset.ts'
import { managedAssets as assets } from './managed-assets.ts'
import type { AssetServices } from './services.ts'

/** Registers the endpoint that serves the logos, favicons and backgrounds of the customers' pages. */
export function assetFiles(app: FastifyInstance, services: AssetServices): void {
  getAsset(app, services)
}

/** Registers the operators' endpoints for assets: logos, favicons, backgrounds and phrases. */
export function managedAssets(app: FastifyInstance, services: PlatformServices): void {
  assets(app, services)
}
