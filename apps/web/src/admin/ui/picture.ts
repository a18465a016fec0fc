import { MAX_ASSET_BYTES, PICTURE_TYPES } from '@sportello/contract'

/** A picture as a form setting keeps it: a data URL with a name (administrator specification, section 2: "Template tab"). */
export interface Picture {
  value: string
  name: string
}

export type PictureFault = 'type' | 'size' | 'unreadable'

/** What a file chooser offers. */
export const PICTURE_ACCEPT = PICTURE_TYPES.join(',')

/** Reads a chosen file. @returns what is wrong with it instead, where it is no picture that the server takes */
export async function readPicture(file: File): Promise<Picture | PictureFault> {
  if (!PICTURE_TYPES.includes(file.type)) return 'type'
  if (file.size > MAX_ASSET_BYTES) return 'size'
  return (await dataUrlOf(file)) ?? 'unreadable'
}

/** A file as a data URL; undefined where it cannot be read. */
export function dataUrlOf(file: File): Promise<Picture | undefined> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve({ value: String(reader.result), name: file.name })
    reader.onerror = () => resolve(undefined)
    reader.readAsDataURL(file)
  })
}

/** What is kept of a picture: uploaded, or named by its asset. */
export function pictureOf(value: unknown): Picture | undefined {
  if (typeof value === 'string' && value !== '') return value.startsWith('data:') ? { value, name: '' } : { value: '', name: value }
  const { value: url, name } = (value ?? {}) as Partial<Picture>
  return typeof url === 'string' ? { value: url, name: name ?? '' } : undefined
}
