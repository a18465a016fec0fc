import { MAX_ASSET_BYTES, PICTURE_TYPES } from '@sportello/contract'

/**
 * Picture in a form setting: its content as a data URL, and its file name (administrator specification, section 2:
 * "Template tab").
 */
export interface Picture {
  value: string
  name: string
}

export type PictureFault = 'type' | 'size' | 'unreadable'

/** Value of the `accept` attribute of a file input for pictures. */
export const PICTURE_ACCEPT = [...PICTURE_TYPES, 'image/svg+xml'].join(',')

/**
 * Width in pixels of the PNG picture that the browser makes from an SVG file: twice the width of the widest logo on a
 * page.
 */
const DRAWN_WIDTH = 640

/**
 * Reads a picture file that the operator chose.
 * @returns a `PictureFault` if the server would reject the file
 */
export async function readPicture(chosen: File): Promise<Picture | PictureFault> {
  const file = chosen.type === 'image/svg+xml' ? await drawn(chosen) : chosen
  if (!file) return 'unreadable'
  if (!PICTURE_TYPES.includes(file.type)) return 'type'
  if (file.size > MAX_ASSET_BYTES) return 'size'
  return (await dataUrlOf(file)) ?? 'unreadable'
}

/**
 * Converts an SVG file to a PNG picture by drawing it. The server rejects SVG files, because they can contain scripts;
 * the browser does not run scripts in an image.
 * @returns undefined if the file is not a picture
 */
async function drawn(file: File): Promise<File | undefined> {
  const source = await dataUrlOf(file)
  const image = new Image()
  image.src = source?.value ?? ''
  try {
    await image.decode()
  } catch {
    return undefined
  }
  const ratio = image.naturalHeight / image.naturalWidth || 0.5
  const canvas = document.createElement('canvas')
  canvas.width = DRAWN_WIDTH
  canvas.height = Math.round(DRAWN_WIDTH * ratio)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  return blob ? new File([blob], file.name.replace(/\.svgz?$/i, '.png'), { type: 'image/png' }) : undefined
}

/**
 * Reads a file as a data URL.
 * @returns undefined if the file cannot be read
 */
export function dataUrlOf(file: File): Promise<Picture | undefined> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve({ value: String(reader.result), name: file.name })
    reader.onerror = () => resolve(undefined)
    reader.readAsDataURL(file)
  })
}

/** Returns the picture in a form setting: either an uploaded file, or a reference to an asset by its name. */
export function pictureOf(value: unknown): Picture | undefined {
  if (typeof value === 'string' && value !== '') return value.startsWith('data:') ? { value, name: '' } : { value: '', name: value }
  const { value: url, name } = (value ?? {}) as Partial<Picture>
  return typeof url === 'string' ? { value: url, name: name ?? '' } : undefined
}
