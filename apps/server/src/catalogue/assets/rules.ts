import { createHash } from 'node:crypto'
import { type AssetKind, MAX_ASSET_BYTES } from '@sportello/contract'

const SIGNATURES: readonly [type: string, bytes: RegExp][] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/webp', /^52494646.{8}57454250/],
  ['image/x-icon', /^00000100/],
]

/** What a picture is by its first bytes, whatever it says of itself; undefined where it is none that may be shown: drawings are not, they can hold scripts. */
function pictureTypeOf(content: Buffer): string | undefined {
  const head = content.subarray(0, 12).toString('hex')
  return SIGNATURES.find(([, bytes]) => bytes.test(head))?.[0]
}

/** The bytes of a base64 data URL. @throws where it is none */
export function decodeDataUrl(url: string): Buffer {
  const parts = /^data:[^,]*;base64,([A-Za-z0-9+/=\s]*)$/.exec(url)
  if (!parts) throw new Error('must be a base64 data URL')
  return Buffer.from(parts[1] ?? '', 'base64')
}

/** An uploaded picture "kept as a data URL with a name" (administrator specification, section 2: "Template tab"); undefined where a value is none. */
export function uploadedDataUrl(value: unknown): string | undefined {
  const url = typeof value === 'object' && value !== null && 'value' in value ? value.value : value
  return typeof url === 'string' && url.startsWith('data:') ? url : undefined
}

/** The picture in a data URL. @throws with the reason, as an author reads it, where there is none or it is too large */
export function readPicture(dataUrl: string): { content: Buffer; mediaType: string } {
  const content = decodeDataUrl(dataUrl)
  if (content.length > MAX_ASSET_BYTES) throw new Error(`is larger than ${MAX_ASSET_BYTES / 1024} KB`)
  return { content, mediaType: requirePicture(content) }
}

/** What an asset is: a picture known by its bytes, JSON where it is texts. @throws with the reason, as an author reads it */
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

/** First letters of the hash of an asset's content: the part of its address that never names anything else. */
export function assetHash(content: Buffer): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22)
}
