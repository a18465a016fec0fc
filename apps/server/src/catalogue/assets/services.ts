import type { PlatformServices } from '../../platform/services.ts'

/** The services that serve assets. */
export interface AssetServices extends PlatformServices {
  /** Returns the shared settings; the same object until an operator changes any setting, integration or asset. */
  catalog: { settings(): Promise<object> }
}
