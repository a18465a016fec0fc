import type { PlatformServices } from '../../platform/services.ts'

/** The services that the endpoints for logos, favicons and backgrounds need. */
export interface AssetServices extends PlatformServices {
  /**
   * Returns the settings that all customers share. The returned object stays the same until an operator changes a
   * setting, an integration or an asset.
   */
  catalog: { settings(): Promise<object> }
}
