import type { CSSProperties } from 'react'
import { useWidth } from './use-width.ts'

/** Screen widths of the devices in CSS pixels; null means the full available width. */
export const DEVICES = { phone: 390, tablet: 768, desk: null } as const

/** A device whose screen width the frame simulates. */
export type Device = keyof typeof DEVICES

/** Minimum width in CSS pixels of a computer screen, used if the available width is smaller. */
const DESK_WIDTH = 1_280

/**
 * Returns the style of a frame that shows a page in the width of a device. If the page is wider than the available
 * space, it is scaled down.
 */
export function useDeviceFrame(place: HTMLElement | null, device: Device): CSSProperties {
  const width = useWidth(place)
  const wanted = DEVICES[device] ?? Math.max(width, DESK_WIDTH)
  const scale = width === 0 ? 1 : Math.min(1, width / wanted)
  return {
    width: `${wanted}px`,
    height: `${100 / scale}%`,
    transform: scale < 1 ? `scale(${scale})` : 'none',
    marginInlineStart: `${Math.max(0, (width - wanted) / 2)}px`,
  }
}
