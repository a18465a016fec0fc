import type { TagForm } from '@sportello/contract'
import { CheckField } from '../../ui/field.tsx'
import { useWords } from '../../words.tsx'
import { AssetField } from './asset-field.tsx'
import { BackgroundFields } from './background-fields.tsx'
import { authTypesOf, type FormDraft } from './form-draft.ts'
import { SecretField } from './secret-field.tsx'

export interface TabProps {
  draft: FormDraft
  change: (part: Partial<FormDraft>) => void
  /** Names of the secrets that the server has stored for the form. */
  secrets: readonly string[]
}

const BACKGROUND = { type: 'background_type', img: 'background_img', color: 'background_color', gradient: 'background_gradient' }

type ParamsProps = TabProps & { tag: TagForm | undefined }

/**
 * Returns the form's parameters, the parameters of its definition, and a function that changes the form's parameters.
 */
function useParams({ draft, change, tag }: ParamsProps) {
  const params: Record<string, unknown> = draft.params
  return {
    params,
    set: (part: Record<string, unknown>) => change({ params: { ...params, ...part } as FormDraft['params'] }),
    said: (key: string) => params[key] ?? tag?.form_params[key],
    inherited: (key: string) => String(tag?.form_params[key] ?? ''),
  }
}

/**
 * Tab "Form" of the form modal (administrator specification, section 2: "Form tab"). If the form does not set a value,
 * the definition's value applies.
 */
export function FormTab(props: ParamsProps) {
  return (
    <>
      <AccessFields {...props} />
      <PageFields {...props} />
    </>
  )
}

/** Fields of the tab "Form" that determine who may submit the form. */
export function AccessFields(props: ParamsProps) {
  const { draft, change, secrets, tag } = props
  const { t } = useWords()
  const { params, set, said } = useParams(props)
  return (
    <>
      <SecretField
        label="sso_secret_aes"
        gloss={t('sso_secret_aes_hint')}
        name="params.sso_secret_aes"
        isSet={secrets.includes('sso_secret_aes')}
        value={draft.params.sso_secret_aes}
        onChange={(sso_secret_aes) => set({ sso_secret_aes })}
      />
      <CheckField label="captcha" name="params.captcha" hint={t('captcha_hint')} value={said('captcha') === true} onChange={(captcha) => set({ captcha })} />
      {said('captcha') === true && (
        <CheckField
          label="always_captcha"
          name="params.always_captcha"
          hint={t('always_captcha_hint')}
          value={said('always_captcha') === true}
          onChange={(always_captcha) => set({ always_captcha })}
        />
      )}
      {authTypesOf(params, tag).includes('SURVEY') && (
        <CheckField
          label="survey_no_recompile"
          name="survey_no_recompile"
          hint={t('survey_no_recompile_hint')}
          value={draft.survey_no_recompile ?? said('survey_no_recompile') === true}
          onChange={(survey_no_recompile) => change({ survey_no_recompile })}
        />
      )}
    </>
  )
}

/** Fields of the tab "Form" that determine the appearance of the form's page. */
export function PageFields(props: ParamsProps) {
  const { draft, tag } = props
  const { t } = useWords()
  const { params, set, inherited } = useParams(props)
  const text = (key: string) => String(params[key] ?? '')
  const background = (
    <AssetField
      label={t('background_img')}
      name="params.background_img"
      kind="background"
      value={text('background_img')}
      onChange={(background_img) => set({ background_img })}
    />
  )

  return (
    <>
      <div className="field-columns">
        <AssetField label="logo" name="params.logo" kind="logo" inherited={inherited('logo')} value={draft.params.logo} onChange={(logo) => set({ logo })} />
        <AssetField
          label="favicon"
          name="params.favicon"
          kind="favicon"
          inherited={inherited('favicon')}
          value={draft.params.favicon}
          onChange={(favicon) => set({ favicon })}
        />
        <AssetField
          label="custom_loc_strings"
          name="params.custom_loc_strings"
          kind="custom_loc_strings"
          value={text('custom_loc_strings')}
          onChange={(custom_loc_strings) => set({ custom_loc_strings })}
        />
      </div>
      <BackgroundFields
        label="background_type"
        keys={BACKGROUND}
        path="params"
        types={['IMG', 'COLOR', 'GRADIENT']}
        values={params}
        inherited={tag?.form_params.background_type}
        onChange={set}
        picture={background}
      />
    </>
  )
}
