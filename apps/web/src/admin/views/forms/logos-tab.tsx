import { Button } from '../../../shared/ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useWords } from '../../words.tsx'
import { AssetField } from './asset-field.tsx'
import type { FormDraft } from './form-draft.ts'
import type { TabProps } from './form-tab.tsx'

type Logo = FormDraft['logoParams'][number]

/** Tab "Loghi" (logos) of the form modal (administrator specification, section 2: "Loghi tab"). */
export function LogosTab({ draft: { logoParams }, change }: TabProps) {
  const { t } = useWords()
  const set = (at: number, part: Partial<Logo>) => change({ logoParams: logoParams.map((logo, place) => (place === at ? { ...logo, ...part } : logo)) })
  return (
    <>
      {logoParams.length === 0 && <p className="hint">{t('logos_none')}</p>}
      {logoParams.map((logo, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a logo is identified by its position, here as in the server's errors
        <fieldset key={at} className="logo-row">
          <legend>{t('logo_number', String(at + 1))}</legend>
          <AssetField label={t('logo_value')} name={`logoParams.${at}.value`} kind="logo" value={logo.value} onChange={(value = '') => set(at, { value })} />
          <TextField label={t('logo_alt')} name={`logoParams.${at}.alt`} value={logo.alt ?? ''} onChange={(alt) => set(at, { alt })} />
          <TextField
            label={t('logo_dimension')}
            name={`logoParams.${at}.dimension`}
            inputMode="numeric"
            value={String(logo.dimension ?? '')}
            onChange={(dimension) => set(at, { dimension })}
          />
          <TextField
            label={t('logo_offset')}
            name={`logoParams.${at}.offset`}
            inputMode="numeric"
            value={String(logo.offset ?? '')}
            onChange={(offset) => set(at, { offset })}
          />
          <Button
            onClick={() => change({ logoParams: logoParams.filter((_, place) => place !== at) })}
            aria-label={`${t('form_remove')}: ${t('logo_number', String(at + 1))}`}
          >
            {t('form_remove')}
          </Button>
        </fieldset>
      ))}
      <div>
        <Button onClick={() => change({ logoParams: [...logoParams, { value: '' }] })}>{t('logo_add')}</Button>
      </div>
    </>
  )
}
