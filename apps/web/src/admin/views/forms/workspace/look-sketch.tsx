import type { TagForm } from '@sportello/contract'
import { useWords } from '../../../words.tsx'
import { backgroundType, colorOf, gradientCss, gradientOf } from '../background.ts'
import { useAssets } from '../form-calls.ts'
import type { FormDraft } from '../form-draft.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Returns the CSS background for the form parameters with the given names; undefined if these parameters define no
 * background. `pictureOf` returns the URL of a picture.
 */
function backgroundOf(values: Values, keys: { type: string; img: string; color: string; gradient: string }, pictureOf: (value: unknown) => string | undefined) {
  const type = backgroundType(values[keys.type])
  if (type === 'COLOR') return colorOf(values[keys.color])
  if (type === 'GRADIENT') return gradientCss(gradientOf(values[keys.gradient]))
  const picture = type === 'IMG' ? pictureOf(values[keys.img]) : undefined
  return picture === undefined ? undefined : `center / cover url(${JSON.stringify(picture)})`
}

/** Returns the data URL of a picture that was uploaded into the draft. */
const uploaded = (value: unknown) => {
  const url = (value as { value?: unknown } | undefined)?.value
  return typeof url === 'string' && url.startsWith('data:image/') ? url : undefined
}

const PAGE = { type: 'background_type', img: 'background_img', color: 'background_color', gradient: 'background_gradient' }
const SIDE = { type: 'backgroundSxType', img: 'backgroundSxImg', color: 'backgroundSxColor', gradient: 'backgroundSxGradient' }
const BAND = { type: 'backgroundType', img: 'backgroundImg', color: 'backgroundColor', gradient: 'backgroundGradient' }

/**
 * Schematic sketch of the form's page that reflects the draft. It shows where the logo, the background and the steps
 * are.
 */
export function LookSketch({ draft, tag }: { draft: FormDraft; tag: TagForm | undefined }) {
  const { t } = useWords()
  const { data: logos } = useAssets('logo')
  const { data: backgrounds } = useAssets('background')
  const params: Values = { ...tag?.form_params, ...draft.params }
  const { name, params: look = {} } = draft.templateParams
  const logo = logos?.find((asset) => asset.name === (params.logo ?? ''))?.url
  const page = backgroundOf(params, PAGE, (value) => backgrounds?.find((asset) => asset.name === value)?.url ?? undefined)
  const isBand = name === 'headerSearch'
  const area = isBand
    ? (backgroundOf(look, BAND, uploaded) ?? (typeof look.themeColor === 'string' ? colorOf(look.themeColor) : undefined))
    : ((name === 'hallways' ? backgroundOf(look, SIDE, uploaded) : undefined) ?? page)
  const hasSearch = isBand || (name !== 'default2022NoSearchBar' && look.showSearchbar !== false)
  return (
    <figure className="look-sketch">
      <figcaption>
        <strong>{t('ws_sketch')}</strong>
        <span className="hint">{t('ws_sketch_hint')}</span>
      </figcaption>
      <div className={isBand ? 'sketch-page sketch-band' : 'sketch-page'} aria-hidden="true">
        <div className="sketch-area" style={{ background: area }}>
          {logo && <img src={logo} alt="" />}
        </div>
        <div className="sketch-form">
          {hasSearch && <i className="sketch-search" />}
          <i />
          <i />
          <i className="sketch-short" />
          <i className="sketch-button" />
        </div>
      </div>
    </figure>
  )
}
