/** What an asset may be for (wire contract, "The bundle file"). */
export const ASSET_KINDS = ['logo', 'favicon', 'background', 'custom_loc_strings'] as const
export type AssetKind = (typeof ASSET_KINDS)[number]

/** Of one asset, and of one picture that a form setting carries itself. */
export const MAX_ASSET_BYTES = 512 * 1024

/** Pictures that an operator may upload: drawings are none, they can hold scripts. */
export const PICTURE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp']
