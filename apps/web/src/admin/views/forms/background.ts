import { isHexColor } from '@sportello/checks/contrast'

/** Types of a background (administrator specification, section 3: "Background type"). */
export const BACKGROUND_TYPES = ['IMG', 'COLOR', 'GRADIENT', 'NONE'] as const
export type BackgroundType = (typeof BACKGROUND_TYPES)[number]

/**
 * Parses the type of a background. Case is ignored, `image` means IMG, `transparent` means NONE (wire contract,
 * "Fields").
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

/** Default colour for an end of a gradient without a colour (administrator specification, section 9). */
const DEFAULT_COLOR = '#000000'

/** Parses a stored gradient. A missing gradient becomes black at both ends with an angle of 0 degrees. */
export function gradientOf(value: unknown): Gradient {
  const { from, to, angle } = (value ?? {}) as Partial<Gradient>
  return { from: colorOf(from), to: colorOf(to), angle: clampAngle(Number(angle ?? 0)) }
}

export function colorOf(value: unknown): string {
  return isHexColor(value) ? value : DEFAULT_COLOR
}

/** Limits the angle of a gradient to 0 to 360 degrees. */
export function clampAngle(angle: number): number {
  return Number.isFinite(angle) ? Math.min(360, Math.max(0, angle)) : 0
}

export const gradientCss = ({ from, to, angle }: Gradient) => `linear-gradient(${angle}deg, ${from}, ${to})`
