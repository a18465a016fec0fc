/** Looks that a customer's pages can have besides the plain one. The look decides on the font, the header and the footer. */
const LOOKS = ['italia'] as const

export type Look = (typeof LOOKS)[number]

/** Returns the look that the parameters of a page template name; null for the plain look. */
export function lookNamed({ look }: Readonly<Record<string, unknown>>): Look | null {
  return LOOKS.find((each) => each === look) ?? null
}

/** A complete set of template parameters from which authors start. */
export interface LookPreset {
  /** Page template of the preset. */
  name: 'headerSearch'
  params: { look?: Look; brand_color: string; themeColor: string; backgroundType: 'color'; backgroundColor: string }
}

/**
 * The presets of the tab "Template". `italia` has the colours of the design system for Italian public bodies (Design
 * System Italia); `neutral` fits an office without colours of its own.
 */
export const LOOK_PRESETS = {
  italia: {
    name: 'headerSearch',
    params: { look: 'italia', brand_color: '#0066cc', themeColor: '#0066cc', backgroundType: 'color', backgroundColor: '#0066cc' },
  },
  neutral: { name: 'headerSearch', params: { brand_color: '#3d4f61', themeColor: '#3d4f61', backgroundType: 'color', backgroundColor: '#3d4f61' } },
} as const satisfies Readonly<Record<string, LookPreset>>
