import { LOOK_PRESETS, lookNamed } from '@sportello/contract'
import { SelectField, TextField } from '../../ui/field.tsx'
import { useWords } from '../../words.tsx'
import type { FormDraft } from './form-draft.ts'
import { ColorField } from './gradient-field.tsx'

type Template = FormDraft['templateParams']

type Choice = keyof typeof LOOK_PRESETS | 'own'

interface LookFieldsProps {
  template: Template
  /** Path of the parameters in the names of the fields. */
  path: string
  change: (template: Template) => void
}

/** Returns the preset that a template follows. The preset "italia" also counts if its colours were changed. */
function presetOf({ name, params = {} }: Template): Choice {
  if (lookNamed(params) === 'italia') return 'italia'
  const { neutral } = LOOK_PRESETS
  return name === neutral.name && Object.entries(neutral.params).every(([key, value]) => params[key] === value) ? 'neutral' : 'own'
}

/**
 * Returns the template with the parameters of a preset. The choice "own" removes the look and the preset's colour of
 * buttons; the background keeps its colour.
 */
function withPreset({ name, params = {} }: Template, choice: Choice): Template {
  const { look: _, brand_color: __, ...others } = params
  return choice === 'own' ? { name, params: others } : { name: LOOK_PRESETS[choice].name, params: { ...others, ...LOOK_PRESETS[choice].params } }
}

/** Fields for the preset of a form's look, its titles, its brand colour, and the parent authority of a public body. */
export function LookFields({ template, path, change }: LookFieldsProps) {
  const { t } = useWords()
  const { params = {} } = template
  const set = (part: Record<string, unknown>) => change({ ...template, params: { ...params, ...part } })
  const text = (key: string, label: string) => (
    <TextField label={label} name={`${path}.${key}`} value={String(params[key] ?? '')} onChange={(value) => set({ [key]: value === '' ? undefined : value })} />
  )
  return (
    <>
      <SelectField
        label={t('look_preset')}
        name="look_preset"
        hint={t('look_preset_hint')}
        value={presetOf(template)}
        onChange={(value) => change(withPreset(template, value as Choice))}
        choices={(['own', 'neutral', 'italia'] as const).map((value) => ({ value, label: t(`look_${value}`) }))}
      />
      <div className="field-columns">
        {text('title', t('look_title'))}
        {text('subTitle', t('look_subtitle'))}
        <ColorField label={t('look_brand')} name={`${path}.brand_color`} value={params.brand_color} onChange={(brand_color) => set({ brand_color })} />
      </div>
      {lookNamed(params) === 'italia' && (
        <div className="field-columns">
          {text('parent_name', t('look_parent_name'))}
          {text('parent_url', t('look_parent_url'))}
        </div>
      )}
    </>
  )
}
