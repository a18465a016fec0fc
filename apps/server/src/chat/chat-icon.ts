import { createHash } from 'node:crypto'
import type { Customer } from '../customers/rules.ts'

/** What a browser may be told that an uploaded icon is. A drawing (SVG) is a document of its own, and none of these. */
const TYPES: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp', 'image/gif': 'gif' }

interface ChatIcon {
  /** Named by its content. */
  file: string
  mediaType: string
  content: Buffer
}

const icons = new WeakMap<Customer['setting'], ChatIcon | null>()

/** The icon that was uploaded for a form's chat as a data URL; null where there is none, or it is no picture. */
export function chatIconOf({ setting }: Pick<Customer, 'setting'>): ChatIcon | null {
  const known = icons.get(setting)
  if (known !== undefined) return known
  const icon = read(setting.liveChatParams.chatIcon?.value ?? '')
  icons.set(setting, icon)
  return icon
}

function read(dataUrl: string): ChatIcon | null {
  const [, mediaType = '', base64 = ''] = /^data:(image\/[a-z]+);base64,([A-Za-z0-9+/=\s]+)$/.exec(dataUrl) ?? []
  const ending = Object.hasOwn(TYPES, mediaType) ? TYPES[mediaType] : undefined
  if (ending === undefined) return null
  const content = Buffer.from(base64, 'base64')
  return { file: `${createHash('sha256').update(content).digest('base64url').slice(0, 22)}.${ending}`, mediaType, content }
}
