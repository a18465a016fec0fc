import { contrast, isHexColor, readableOnDark, readableOnWhite, textOn } from '@sportello/checks/contrast'
import type { CustomerConfiguration } from '@sportello/contract'
import { templateOf } from './templates/template-name.ts'

const DEFAULT_BRAND = '#1f4f8f'

interface Gradient {
  from: string
  to: string
  angle: number
}

function gradientOf(value: unknown): Gradient | null {
  const { from, to, angle = 0 } = (value ?? {}) as Partial<Gradient>
  return isHexColor(from) && isHexColor(to) && Number.isFinite(Number(angle)) ? { from, to, angle: Number(angle) } : null
}

/**
 * Returns CSS that defines the customer's colours as custom properties. The text colours are computed, so that text is
 * readable on any brand colour, in the light and in the dark theme.
 */
export function brandStyle(config: Pick<CustomerConfiguration, 'template_params' | 'logos'>): string {
  const { params } = config.template_params
  const background = backgroundOf(config)
  const gradient = gradientOf(background.gradient)
  const kind = String(background.type ?? '').toLowerCase()
  const flat = isHexColor(background.color) ? background.color : null
  const brand = [params.brand_color, params.themeColor, flat, gradient?.from].find(isHexColor) ?? DEFAULT_BRAND
  const colors = gradient !== null && kind === 'gradient' ? [gradient.from, gradient.to] : [(kind === 'color' ? flat : null) ?? brand]
  const fill = gradient !== null && colors.length > 1 ? `linear-gradient(${gradient.angle}deg,${gradient.from},${gradient.to})` : colors[0]
  const text = textOn(...colors)
  // On some gradients, no text colour is readable at both ends. Such a gradient gets a dark overlay, which makes white
  // text readable.
  const veiled = colors.some((color) => contrast(text, color) < READABLE)
  const image = imageOf(kind, background.image)
  const panel = image ? `${VEIL},${image},${brand}` : veiled ? `${VEIL},${fill}` : fill
  const bare = kind === 'none' || kind === 'transparent'
  const page = templateOf(config) === 'hallways' ? imageOf('image', params.backgroundImg) : null
  const root = [
    `--brand:${readableOnWhite(brand)}`,
    '--on-brand:#fff',
    `--panel:${bare ? 'transparent' : panel}`,
    `--on-panel:${bare ? 'var(--ink)' : veiled || image ? '#fff' : text}`,
    ...(page ? [`--page-picture:${page}`] : []),
  ]
  const lightBrand = readableOnDark(brand)
  const dark = `@media screen{:root[data-theme=dark]{--brand:${lightBrand};--on-brand:${textOn(lightBrand)}}}`
  return `:root{${root.join(';')}}${dark}${config.logos.map(offsetOf).join('')}`
}

/**
 * Returns the CSS for the horizontal distance in px between a logo and the edge of the header (administrator
 * specification, section 2: "Loghi tab").
 */
function offsetOf({ offset }: { offset?: number | undefined }, at: number): string {
  const distance = Math.max(-MAX_OFFSET, Math.min(offset ?? 0, MAX_OFFSET))
  return distance === 0 ? '' : `.logo-${at}{margin-inline-${at === 0 ? 'start' : 'end'}:${distance}px}`
}

const MAX_OFFSET = 300

/**
 * Returns the parameters of the customer's background. Their names depend on the page template (administrator
 * specification, section 2: "Template tab").
 */
function backgroundOf(config: Pick<CustomerConfiguration, 'template_params'>) {
  const { params } = config.template_params
  const { backgroundType: type, backgroundImg: image, backgroundColor: color, backgroundGradient: gradient } = params
  if (templateOf(config) === 'headerSearch') return { type, image, color, gradient }
  return { type: params.backgroundSxType, image: params.backgroundSxImg, color: params.backgroundSxColor, gradient: params.backgroundSxGradient }
}

/**
 * Returns the CSS for a customer's background picture. The server determines the URL of the file. Each picture gets a
 * dark overlay, because white text must be readable even on light pictures.
 */
function imageOf(kind: string, url: unknown): string | null {
  return (kind === 'image' || kind === 'img') && typeof url === 'string' && /^\/assets\/(?:customer|tenant)\/[\w./-]+$/.test(url)
    ? `url("${url}") center/cover`
    : null
}

const READABLE = 4.5
/**
 * Dark overlay over a background picture. White text on it has a contrast of 4.7:1 if the picture is white, and a
 * higher contrast if the picture is darker.
 */
const VEIL = 'linear-gradient(rgb(0 0 0/55%),rgb(0 0 0/55%))'
