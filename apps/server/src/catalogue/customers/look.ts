import { isHexColor, readableOnWhite } from '@sportello/checks/contrast'
import type { CustomerConfiguration, FormSetting } from '@sportello/contract'
import { uploadedDataUrl } from '../assets/rules.ts'
import { type Customer, formTitleOf } from './customer.ts'
import { ownPictureUrl } from './own-pictures.ts'

type Looks = Pick<Customer, 'code' | 'params' | 'published' | 'setting' | 'assets' | 'answerCss' | 'ownPictures'>

/**
 * Returns the logos, favicon and template of a customer's pages. If an asset is missing, the pages use the product's
 * default asset (visitor specification, section 8: “a default is used”).
 */
export function lookOf(customer: Looks): Pick<CustomerConfiguration, 'template_params' | 'logos' | 'favicon'> {
  return { template_params: templateOf(customer), logos: logosOf(customer), favicon: assetUrl(customer, 'favicon', customer.params.favicon) ?? null }
}

/** Brand colour of forms without one. */
const OWN_BRAND = '#1f4f8f'

/** Returns the brand colour that a form's template sets; undefined if it sets none. */
export function brandColorOf({ templateParams: { params } }: Pick<FormSetting, 'templateParams'>): string | undefined {
  return [params.brand_color, params.themeColor].find((each) => typeof each === 'string')
}

/** Returns the brand colour of a form for documents on white paper, dark enough for text. */
export function printedBrandOf({ setting }: Pick<Customer, 'setting'>): string {
  const color = brandColorOf(setting)
  return readableOnWhite(isHexColor(color) ? color : OWN_BRAND)
}

/**
 * Returns the names of missing logos, favicons and pictures: a form refers to them, but they do not exist (visitor
 * specification, section 8: “are logged”).
 */
export function missingAssets(customer: Looks): string[] {
  const named = [
    ...logoRows(customer).map(({ value }) => ['logo', value]),
    ['favicon', customer.params.favicon],
    ['custom_loc_strings', customer.params.custom_loc_strings],
    ...Object.entries(parametersOf(customer)).flatMap(([key, value]) =>
      PICTURES.has(key) && uploadedDataUrl(value) === undefined ? [['background', value]] : [],
    ),
  ]
  return named.flatMap(([kind, name]) => (typeof name === 'string' && name !== '' && !customer.assets.has(`${kind}/${name}`) ? [`${kind} "${name}"`] : []))
}

function assetUrl({ assets }: Looks, kind: 'logo' | 'favicon' | 'background', name: unknown): string | undefined {
  return typeof name === 'string' ? assets.get(`${kind}/${name}`)?.url : undefined
}

/**
 * Returns the URL of a picture. A form setting contains either the picture's name or the picture itself as a data URL.
 */
function pictureUrl(customer: Looks, value: unknown): string | undefined {
  return uploadedDataUrl(value) === undefined ? assetUrl(customer, 'background', value) : ownPictureUrl(customer, value)
}

const PICTURES = new Set(['backgroundSxImg', 'backgroundImg'])

/** Returns the parameters of a form's template, with the URLs of the template's pictures and style sheet. */
function templateOf(customer: Looks): CustomerConfiguration['template_params'] {
  const { setting, answerCss } = customer
  const shown = Object.entries(parametersOf(customer)).flatMap(([key, value]) => {
    if (key === 'answer_css') return answerCss ? [[key, `/assets/tenant/${setting.code_form}/${answerCss.hash}.css`]] : []
    if (!PICTURES.has(key)) return [[key, value]]
    const url = pictureUrl(customer, value)
    return url === undefined ? [] : [[key, url]]
  })
  return { name: setting.templateParams.name, params: Object.fromEntries(shown) }
}

/**
 * Returns the parameters of a form's template. If the template sets no type of background, the pages use the form's own
 * background (administrator specification, section 2: “Form tab”).
 */
function parametersOf({ params, setting: { templateParams } }: Looks): Record<string, unknown> {
  const own = templateParams.params
  const prefix = templateParams.name === 'headerSearch' ? 'background' : 'backgroundSx'
  if (params.background_type === undefined || own[`${prefix}Type`] !== undefined) return own
  return {
    ...own,
    [`${prefix}Type`]: params.background_type,
    [`${prefix}Img`]: params.background_img,
    [`${prefix}Color`]: params.background_color,
    [`${prefix}Gradient`]: params.background_gradient,
  }
}

/** Maximum height of a logo in pixels (visitor and administrator specifications, section 9). */
const MAX_LOGO_HEIGHT = 65

function logoRows({ params, setting }: Looks): Customer['setting']['logoParams'] {
  if (setting.logoParams.length > 0) return setting.logoParams
  return params.logo === undefined ? [] : [{ value: params.logo }]
}

function logosOf(customer: Looks): CustomerConfiguration['logos'] {
  return logoRows(customer).flatMap(({ value, alt, dimension, offset }) => {
    const src = assetUrl(customer, 'logo', value)
    if (src === undefined) return []
    const [height, distance] = [pixels(dimension), pixels(offset)]
    return [
      {
        src,
        alt: alt ?? formTitleOf(customer),
        ...(height !== undefined && height > 0 && { dimension: Math.min(height, MAX_LOGO_HEIGHT) }),
        ...(distance !== undefined && { offset: distance }),
      },
    ]
  })
}

/** Parses a number of pixels from a number or a string; undefined for any other value. */
function pixels(value: unknown): number | undefined {
  return value === undefined || value === '' || !Number.isFinite(Number(value)) ? undefined : Number(value)
}
