import type { AuthType } from '@sportello/contract'
import { CheckField, SelectField } from '../../ui/field.tsx'
import { AssetField } from '../forms/asset-field.tsx'
import { ColorField } from '../forms/gradient-field.tsx'
import { useEditorWords } from './editor-words.tsx'

/** Access mode, logo and colour of a new form. */
export interface Look {
  access: AuthType
  /** True if the new form gets a public URL. */
  hasAddress: boolean
  /** Main colour of the form as #rrggbb; undefined for the product's default colour. */
  color: string | undefined
  /** Name of the asset that contains the logo. */
  logo: string | undefined
}

/** The access modes that the author can select for a new form. All other modes can be set later in the editor. */
const FIRST_MODES = ['FREE', 'FREE_CAPTCHA', 'DATACOLLECTION', 'SURVEY', 'LOGIN', 'SSO'] as const satisfies readonly AuthType[]

interface LookFieldsProps {
  look: Look
  /**
   * True if the author selects the access mode of the new form. False for templates and copies, which already have an
   * access mode.
   */
  asksAccess: boolean
  onChange: (part: Partial<Look>) => void
}

/** Fields of a new form: access mode, public URL, colour and logo. */
export function LookFields({ look, asksAccess, onChange }: LookFieldsProps) {
  const t = useEditorWords()
  return (
    <>
      {asksAccess && (
        <SelectField
          label={t('form_group_access')}
          name="access"
          hint={t(`mode_${look.access}_hint`)}
          value={look.access}
          onChange={(access) => onChange({ access: access as AuthType })}
          choices={FIRST_MODES.map((mode) => ({ value: mode, label: t(`mode_${mode}`) }))}
        />
      )}
      <CheckField
        label={t('start_address')}
        name="hasAddress"
        isSwitch
        hint={t('start_address_hint')}
        value={look.hasAddress}
        onChange={(hasAddress) => onChange({ hasAddress })}
      />
      {look.hasAddress && (
        <>
          <ColorField label={t('start_color')} name="color" value={look.color} onChange={(color) => onChange({ color })} />
          <AssetField label={t('start_logo')} name="logo" kind="logo" value={look.logo} onChange={(logo) => onChange({ logo })} />
        </>
      )}
    </>
  )
}
