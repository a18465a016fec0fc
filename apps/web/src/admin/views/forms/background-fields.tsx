import type { ReactNode } from 'react'
import { SelectField } from '../../ui/field.tsx'
import { useWords } from '../../words.tsx'
import { BACKGROUND_TYPES, type BackgroundType, backgroundType, colorOf, gradientOf } from './background.ts'
import { ColorField, GradientField, Preview } from './gradient-field.tsx'

interface BackgroundFieldsProps {
  label: string
  hint?: string
  /**
   * Names of the form parameters that store the background. With the path prefix in front, they are also the field
   * names in the server's errors.
   */
  keys: Readonly<Record<'type' | 'img' | 'color' | 'gradient', string>>
  path: string
  types?: readonly BackgroundType[]
  values: Readonly<Record<string, unknown>>
  /** Background type that the form's definition sets. It applies if the form itself sets none. */
  inherited?: unknown
  onChange: (change: Record<string, unknown>) => void
  /** Field with which the operator chooses the background's picture. */
  picture: ReactNode
}

/**
 * Field for the type of a background, followed by the fields that this type needs (administrator specification, section
 * 2: "Form tab", "Template tab").
 */
export function BackgroundFields({ label, hint, keys, path, types = BACKGROUND_TYPES, values, inherited, onChange, picture }: BackgroundFieldsProps) {
  const { t } = useWords()
  const type = backgroundType(values[keys.type])
  const standing = backgroundType(inherited)
  const unset = standing === '' ? t('none_chosen') : t('asset_inherited', t(`background_${standing}`))
  const choices = [{ value: '', label: unset }, ...types.map((value) => ({ value, label: t(`background_${value}`) }))]

  function choose(value: string): void {
    onChange({
      [keys.type]: value,
      ...(value === 'COLOR' && { [keys.color]: colorOf(values[keys.color]) }),
      ...(value === 'GRADIENT' && { [keys.gradient]: gradientOf(values[keys.gradient]) }),
    })
  }
  return (
    <>
      <SelectField label={label} hint={hint} name={`${path}.${keys.type}`} value={type} onChange={choose} choices={choices} />
      {type === 'IMG' && picture}
      {type === 'COLOR' && (
        <div className="field-row">
          <ColorField
            label={t('background_color')}
            name={`${path}.${keys.color}`}
            value={values[keys.color]}
            onChange={(color) => onChange({ [keys.color]: color })}
          />
          <Preview background={colorOf(values[keys.color])} />
        </div>
      )}
      {type === 'GRADIENT' && (
        <GradientField name={`${path}.${keys.gradient}`} value={values[keys.gradient]} onChange={(gradient) => onChange({ [keys.gradient]: gradient })} />
      )}
    </>
  )
}
