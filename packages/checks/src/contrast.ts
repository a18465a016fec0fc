/**
 * Red, green and blue component of a colour, from which the relative luminance and the contrast ratio are computed
 * according to WCAG 2.2.
 */
type Rgb = readonly [number, number, number]

const HEX = /^#([0-9a-f]{6})$/i

export function isHexColor(value: unknown): value is string {
  return typeof value === 'string' && HEX.test(value)
}

function rgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function luminance(hex: string): number {
  const [red, green, blue] = rgb(hex).map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/**
 * Text is pure black or pure white, because on any background one of the two has a contrast ratio of at least 4.58:1.
 * With less extreme colours, neither would be readable on some medium backgrounds.
 */
const INK = '#000000'
const PAPER = '#ffffff'

/**
 * Returns black or white, whichever has more contrast on the given background colour. For several colours (a gradient),
 * the colour with the least contrast decides.
 */
export function textOn(...backgrounds: readonly string[]): string {
  const worst = (text: string) => Math.min(...backgrounds.map((background) => contrast(text, background)))
  return worst(PAPER) >= worst(INK) ? PAPER : INK
}

/** Darkens a colour step by step until text in that colour is readable on white (contrast ratio 4.5:1, WCAG 1.4.3). */
export function readableOnWhite(color: string): string {
  return changedUntilReadable(color, PAPER, (channel) => Math.floor(channel * 0.92))
}

/** Background of the visitor's pages in the dark theme. The style sheet of these pages has the same colour. */
export const DARK_PAPER = '#161c23'

/** Lightens a colour step by step until text in that colour is readable on the background of the dark theme. */
export function readableOnDark(color: string): string {
  return changedUntilReadable(color, DARK_PAPER, (channel) => Math.ceil(channel + (255 - channel) * 0.08))
}

function changedUntilReadable(color: string, background: string, change: (channel: number) => number): string {
  let channels: readonly number[] = rgb(color)
  let hex = color
  while (contrast(hex, background) < 4.6) {
    channels = channels.map(change)
    hex = `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
  }
  return hex
}
