/** The kinds of assets (wire contract, "The bundle file"). */
export const ASSET_KINDS = ['logo', 'favicon', 'background', 'custom_loc_strings'] as const
export type AssetKind = (typeof ASSET_KINDS)[number]

/** Maximum size in bytes of an asset, and of a picture in the settings of a form. */
export const MAX_ASSET_BYTES = 512 * 1024

/** Media types of pictures that operators may upload. SVG is not allowed, because it can contain scripts. */
export const PICTURE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp']
