import { MAX_ASSET_BYTES, PICTURE_TYPES } from '@sportello/contract'

/** Picture in a form setting: a data URL with a file name (administrator specification, section 2: "Template tab"). */
export interface Picture {
  value: string
  name: string
}

export type PictureFault = 'type' | 'size' | 'unreadable'

/** Value of the `accept` attribute of a file input for pictures. */
export const PICTURE_ACCEPT = PICTURE_TYPES.join(',')

/**
 * Reads a file that the operator chose as a picture.
 * @returns the reason if the server would reject the file
 */
export async function readPicture(file: File): Promise<Picture | PictureFault> {
  if (!PICTURE_TYPES.includes(file.type)) return 'type'
  if (file.size > MAX_ASSET_BYTES) return 'size'
  return (await dataUrlOf(file)) ?? 'unreadable'
}

/** Reads a file as a data URL. @returns undefined if the file cannot be read */
export function dataUrlOf(file: File): Promise<Picture | undefined> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve({ value: String(reader.result), name: file.name })
    reader.onerror = () => resolve(undefined)
    reader.readAsDataURL(file)
  })
}

/** Returns the picture in a form setting: an uploaded file, or a reference to an asset by name. */
export function pictureOf(value: unknown): Picture | undefined {
  if (typeof value === 'string' && value !== '') return value.startsWith('data:') ? { value, name: '' } : { value: '', name: value }
  const { value: url, name } = (value ?? {}) as Partial<Picture>
  return typeof url === 'string' ? { value: url, name: name ?? '' } : undefined
}
