import { createHash } from 'node:crypto'
import type { FormSetting } from '@sportello/contract'
import { readPicture, uploadedDataUrl } from '../assets/rules.ts'
import type { Customer, OwnPicture } from './customer.ts'

type Uploads = Pick<FormSetting, 'templateParams' | 'liveChatParams'>

/**
 * Returns the uploaded pictures in a form setting, each with its JSON Pointer (administrator specification, section 2:
 * “Template tab”, “Live Chat tab”).
 */
function uploadsOf({ templateParams: { params }, liveChatParams }: Uploads): [pointer: string, dataUrl: string][] {
  const places: [string, unknown][] = [
    ['/templateParams/params/backgroundImg', params.backgroundImg],
    ['/templateParams/params/backgroundSxImg', params.backgroundSxImg],
    ['/liveChatParams/chatIcon', liveChatParams.chatIcon],
  ]
  return places.flatMap(([pointer, value]) => {
    const url = uploadedDataUrl(value)
    return url === undefined ? [] : [[pointer, url]]
  })
}

/**
 * Decodes the uploaded pictures of a form setting. Skips values that are not pictures.
 * @returns the decoded pictures, keyed by data URL
 */
export function ownPicturesOf(setting: Uploads): ReadonlyMap<string, OwnPicture> {
  const pictures = uploadsOf(setting).flatMap(([, url]): [string, OwnPicture][] => {
    try {
      const picture = readPicture(url)
      const hash = createHash('sha256').update(picture.content).digest('base64url').slice(0, 22)
      return [[url, { ...picture, file: `${hash}.${picture.mediaType.split('/')[1]}` }]]
    } catch {
      return []
    }
  })
  return new Map(pictures)
}

/** Checks the uploaded pictures in a form setting. Yields each error with the JSON Pointer of the picture. */
export function* uploadFaults(setting: Uploads): Generator<{ pointer: string; message: string }> {
  for (const [pointer, url] of uploadsOf(setting)) {
    try {
      readPicture(url)
    } catch (error) {
      yield { pointer, message: error instanceof Error ? error.message : String(error) }
    }
  }
}

/**
 * Returns the URL of a picture that is stored inside a form setting; undefined if the value is not the data URL of such
 * a picture.
 */
export function ownPictureUrl({ setting, ownPictures }: Pick<Customer, 'setting' | 'ownPictures'>, value: unknown): string | undefined {
  const own = ownPictures.get(uploadedDataUrl(value) ?? '')
  return own && `/assets/tenant/${setting.code_form}/${own.file}`
}
