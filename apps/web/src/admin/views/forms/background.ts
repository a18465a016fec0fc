import { isHexColor } from '@sportello/checks/contrast'

/** Types of a background (administrator specification, section 3: "Background type"). */
export const BACKGROUND_TYPES = ['IMG', 'COLOR', 'GRADIENT', 'NONE'] as const
export type BackgroundType = (typeof BACKGROUND_TYPES)[number]

/**
 * Parses the type of a background. Upper and lower case are equivalent; `image` is read as IMG, and `transparent` as
 * NONE (wire contract, "Fields").
 */
export function backgroundType(value: unknown): BackgroundType | '' {
  const name = String(value ?? '').toUpperCase()
  if (name === 'IMAGE') return 'IMG'
  if (name === 'TRANSPARENT') return 'NONE'
  return BACKGROUND_TYPES.find((type) => type === name) ?? ''
}

export interface Gradient {
  from: string
  to: string
  angle: number
}

/** Colour that replaces a missing start or end colour of a gradient (administrator specification, section 9). */
const DEFAULT_COLOR = '#000000'

/** Parses a stored gradient. If it is missing, returns a gradient from black to black with an angle of 0 degrees. */
export function gradientOf(value: unknown): Gradient {
  const { from, to, angle } = (value ?? {}) as Partial<Gradient>
  return { from: colorOf(from), to: colorOf(to), angle: clampAngle(Number(angle ?? 0)) }
}

export function colorOf(value: unknown): string {
  return isHexColor(value) ? value : DEFAULT_COLOR
}

/** Limits the angle of a gradient to the range from 0 to 360 degrees. */
export function clampAngle(angle: number): number {
  return Number.isFinite(angle) ? Math.min(360, Math.max(0, angle)) : 0
}

export const gradientCss = ({ from, to, angle }: Gradient) => `linear-gradient(${angle}deg, ${from}, ${to})`
