import type { PlatformServices } from '../../platform/services.ts'

/** The services that serve assets. */
export interface AssetServices extends PlatformServices {
  /** Returns the same object until something in the catalogue changes. */
  catalog: { settings(): Promise<object> }
}
