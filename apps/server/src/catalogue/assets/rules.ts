import { createHash } from 'node:crypto'
import { type AssetKind, MAX_ASSET_BYTES } from '@sportello/contract'

const SIGNATURES: readonly [type: string, bytes: RegExp][] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/webp', /^52494646.{8}57454250/],
  ['image/x-icon', /^00000100/],
]

/**
 * Detects the media type of a picture from its first bytes; undefined if the type is not allowed. SVG is not allowed,
 * because SVG files can contain scripts.
 */
function pictureTypeOf(content: Buffer): string | undefined {
  const head = content.subarray(0, 12).toString('hex')
  return SIGNATURES.find(([, bytes]) => bytes.test(head))?.[0]
}

/** Returns the bytes of a base64 data URL. @throws if the text is not a base64 data URL */
export function decodeDataUrl(url: string): Buffer {
  const parts = /^data:[^,]*;base64,([A-Za-z0-9+/=\s]*)$/.exec(url)
  if (!parts) throw new Error('must be a base64 data URL')
  return Buffer.from(parts[1] ?? '', 'base64')
}

/**
 * Returns the data URL of an uploaded picture (administrator specification, section 2, “Template tab”: “kept as a data
 * URL with a name”); undefined if the value is not an uploaded picture.
 */
export function uploadedDataUrl(value: unknown): string | undefined {
  const url = typeof value === 'object' && value !== null && 'value' in value ? value.value : value
  return typeof url === 'string' && url.startsWith('data:') ? url : undefined
}

/**
 * Decodes the picture in a data URL.
 * @throws an error whose message tells the author why the content is rejected: it is not a picture or is too large
 */
export function readPicture(dataUrl: string): { content: Buffer; mediaType: string } {
  const content = decodeDataUrl(dataUrl)
  if (content.length > MAX_ASSET_BYTES) throw new Error(`is larger than ${MAX_ASSET_BYTES / 1024} KB`)
  return { content, mediaType: requirePicture(content) }
}

/**
 * Returns the media type of an asset. The type of a picture is detected from its bytes; the type of phrases is JSON.
 * @throws an error whose message tells the author why the content is rejected
 */
export function assetTypeOf(kind: AssetKind, content: Buffer): string {
  if (content.length > MAX_ASSET_BYTES) throw new Error(`is larger than ${MAX_ASSET_BYTES / 1024} KB`)
  if (kind !== 'custom_loc_strings') return requirePicture(content)
  const strings: unknown = JSON.parse(content.toString('utf8'))
  if (typeof strings !== 'object' || strings === null || Array.isArray(strings) || !Object.values(strings).every((text) => typeof text === 'string'))
    throw new Error('must be a JSON object of texts')
  return 'application/json'
}

function requirePicture(content: Buffer): string {
  const mediaType = pictureTypeOf(content)
  if (mediaType === undefined) throw new Error('must be a PNG, JPEG, WebP or ICO image')
  return mediaType
}

/** Returns the first characters of the hash of an asset's content, for the asset's URL. */
export function assetHash(content: Buffer): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22)
}
