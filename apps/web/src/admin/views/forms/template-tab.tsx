import { TEMPLATES } from '@sportello/contract'
import { CheckField, SelectField } from '../../ui/field.tsx'
import { useWords } from '../../words.tsx'
import { BackgroundFields } from './background-fields.tsx'
import { CssEditor } from './css-editor.tsx'
import type { FormDraft } from './form-draft.ts'
import type { TabProps } from './form-tab.tsx'
import { ColorField } from './gradient-field.tsx'
import { LookFields } from './look-fields.tsx'
import { PictureField } from './picture-field.tsx'

const SIDE = { type: 'backgroundSxType', img: 'backgroundSxImg', color: 'backgroundSxColor', gradient: 'backgroundSxGradient' }
const BAND = { type: 'backgroundType', img: 'backgroundImg', color: 'backgroundColor', gradient: 'backgroundGradient' }
const PATH = 'templateParams.params'

/**
 * Tab "Template" of the form modal (administrator specification, section 2: "Template tab"). If the operator selects
 * another template, the parameters of the previous template are kept.
 */
export function TemplateTab({ draft: { templateParams }, change }: TabProps) {
  const { t } = useWords()
  const { name, params = {} } = templateParams
  const setTemplate = (part: Partial<FormDraft['templateParams']>) => change({ templateParams: { ...templateParams, ...part } })
  const set = (part: Record<string, unknown>) => setTemplate({ params: { ...params, ...part } })
  const choices = [{ value: '', label: t('choose') }, ...[...new Set([...TEMPLATES, name])].filter(Boolean).map((value) => ({ value, label: value }))]
  const picture = (key: string) => <PictureField label={key} name={`${PATH}.${key}`} value={params[key]} onChange={(value) => set({ [key]: value })} />

  return (
    <>
      <SelectField
        label={t('template_name')}
        name="templateParams.name"
        required
        value={name}
        onChange={(value) => setTemplate({ name: value })}
        choices={choices}
      />
      <LookFields template={templateParams} path={PATH} change={setTemplate} />
      {(name === 'default2022' || name === 'hallways') && (
        <CheckField
          label="showSearchbar"
          name={`${PATH}.showSearchbar`}
          value={params.showSearchbar !== false}
          onChange={(showSearchbar) => set({ showSearchbar })}
        />
      )}
      {name === 'hallways' && (
        <>
          {picture('backgroundImg')}
          <BackgroundFields
            label="backgroundSxType"
            hint={t('background_side_hint')}
            keys={SIDE}
            path={PATH}
            values={params}
            onChange={set}
            picture={picture('backgroundSxImg')}
          />
        </>
      )}
      {name === 'headerSearch' && (
        <>
          <ColorField label="themeColor" name={`${PATH}.themeColor`} value={params.themeColor} onChange={(themeColor) => set({ themeColor })} />
          <BackgroundFields label="backgroundType" keys={BAND} path={PATH} values={params} onChange={set} picture={picture('backgroundImg')} />
        </>
      )}
      <CssEditor label="answer_css" name={`${PATH}.answer_css`} value={String(params.answer_css ?? '')} onChange={(answer_css) => set({ answer_css })} />
    </>
  )
}
