import type { Language, TagForm } from '@sportello/contract'
import { LANGUAGES } from '@sportello/contract'
import { useState } from 'react'
import { paths } from '../../../../shared/paths.ts'
import { Button } from '../../../../shared/ui/button.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { AreaField, CheckField, SelectField, TextField } from '../../../ui/field.tsx'
import { showErrorToast, showToast } from '../../../ui/toasts.tsx'
import { languageLabel, useWords } from '../../../words.tsx'
import type { FormDraft } from '../form-draft.ts'
import { type DraftTabProps, TabFields } from './draft-tabs.tsx'
import { type Accessibility, nationalFacts } from './national-facts.ts'

type Params = FormDraft['params']
type Kind = 'accessibility' | 'privacy'

/** A new statement. Its review date is today, because the author is reviewing it now. */
const NEW = {
  accessibility: () => ({ conformance: 'partial' as const, reviewed_on: new Date().toLocaleDateString('sv'), email: '' }),
  privacy: () => ({ controller: '' }),
}

/** Tab of a form's workspace for the accessibility statement and the privacy notice, which the form's pages link to. */
export function StatementsTab({ common: { draft, change }, readOnly, tag }: DraftTabProps & { tag: TagForm | undefined }) {
  const { t } = useWords()
  const [language, setLanguage] = useState<Language>('it')
  const inherited = (tag?.form_params ?? {}) as Params
  const stored = <K extends Kind>(kind: K): Params[K] => draft.params[kind] ?? inherited[kind]
  const set = (kind: Kind, value: object | undefined) => change({ params: { ...draft.params, [kind]: value } })
  const accessibility = stored('accessibility')
  const privacy = stored('privacy')

  const part = <K extends Kind>(kind: K, value: NonNullable<Params[K]>) => {
    const values: Readonly<Record<string, unknown>> = value
    const texts = (key: string) => (values[key] ?? {}) as Partial<Record<Language, string>>
    const save = (key: string, text: unknown) => set(kind, { ...values, [key]: text === '' ? undefined : text })
    return {
      text: (key: string, label: string, type = 'text', required = false) => (
        <TextField
          label={label}
          name={`params.${kind}.${key}`}
          type={type}
          required={required}
          value={String(values[key] ?? '')}
          onChange={(text) => save(key, text)}
        />
      ),
      choice: (key: string, label: string, choices: readonly (readonly [string, string])[]) => (
        <SelectField
          label={label}
          name={`params.${kind}.${key}`}
          value={String(values[key] ?? '')}
          onChange={(text) => save(key, text)}
          choices={choices.map(([each, name]) => ({ value: each, label: name }))}
        />
      ),
      translated: (key: string) => ({
        name: `params.${kind}.${key}.${language}`,
        lang: language,
        value: texts(key)[language] ?? '',
        onChange: (text: string) => {
          const { [language]: _, ...others } = texts(key)
          save(key, text === '' ? others : { ...others, [language]: text })
        },
      }),
    }
  }

  return (
    <div className="workspace-sections">
      <TabFields readOnly={readOnly}>
        <p className="hint">{t('st_hint')}</p>
        <SelectField
          label={t('st_language')}
          name="statement_language"
          value={language}
          onChange={(code) => setLanguage(code as Language)}
          choices={LANGUAGES.map((code) => ({ value: code, label: languageLabel(code) }))}
        />
        <h3>{t('st_accessibility')}</h3>
        <Published kind="accessibility" value={accessibility} inherited={inherited.accessibility} onChange={(value) => set('accessibility', value)} />
        {accessibility && <AccessibilityFields {...part('accessibility', accessibility)} form={draft} statement={accessibility} language={language} />}
        <h3>{t('st_privacy')}</h3>
        <Published kind="privacy" value={privacy} inherited={inherited.privacy} onChange={(value) => set('privacy', value)} />
        {privacy && <PrivacyFields {...part('privacy', privacy)} />}
      </TabFields>
    </div>
  )
}

interface PublishedProps {
  kind: Kind
  value: object | undefined
  inherited: object | undefined
  onChange: (value: object | undefined) => void
}

/** Switch that publishes a statement. A statement in the form's definition cannot be removed here. */
function Published({ kind, value, inherited, onChange }: PublishedProps) {
  const { t } = useWords()
  return (
    <CheckField
      label={t('st_publish')}
      name={`publish_${kind}`}
      isSwitch
      value={value !== undefined}
      disabled={inherited !== undefined}
      hint={inherited !== undefined ? t('st_inherited') : undefined}
      onChange={(on) => onChange(on ? NEW[kind]() : undefined)}
    />
  )
}

interface PartFields {
  text: (key: string, label: string, type?: string, required?: boolean) => React.ReactNode
  choice: (key: string, label: string, choices: readonly (readonly [string, string])[]) => React.ReactNode
  translated: (key: string) => { name: string; lang: string; value: string; onChange: (text: string) => void }
}

function AccessibilityFields({
  text,
  choice,
  translated,
  form: { client_url, code_form: code },
  statement,
  language,
}: PartFields & { form: FormDraft; statement: Accessibility; language: Language }) {
  const { t } = useWords()
  async function copy(): Promise<void> {
    const url = `${client_url.replace(/\/*$/, '')}${paths.accessibility(code)}`
    if (await copyText(nationalFacts(statement, { url, language, t }))) showToast(t('st_copied'))
    else showErrorToast(t('st_not_copied'))
  }
  return (
    <>
      <div className="field-columns">
        {choice('conformance', t('st_conformance'), [
          ['full', t('st_full')],
          ['partial', t('st_partial')],
          ['none', t('st_none')],
        ])}
        {choice('checked_by', t('st_checked_by'), [
          ['', t('st_unsaid')],
          ['self', t('st_self')],
          ['third_party', t('st_third_party')],
        ])}
        {text('reviewed_on', t('st_reviewed_on'), 'date', true)}
        {text('email', t('st_email'), 'email', true)}
        {text('phone', t('st_phone'), 'tel')}
        {text('enforcement_url', t('st_enforcement'), 'url')}
        {text('official_url', t('st_official'), 'url')}
        <TextField label={t('st_feedback')} hint={t('st_feedback_hint')} {...translated('feedback_tag')} />
      </div>
      <AreaField label={t('st_exceptions')} rows={4} {...translated('exceptions')} />
      <p>
        <Button onClick={() => void copy()}>{t('st_copy')}</Button>
      </p>
    </>
  )
}

function PrivacyFields({ text, translated }: PartFields) {
  const { t } = useWords()
  return (
    <>
      <div className="field-columns">
        {text('controller', t('st_controller'), 'text', true)}
        {text('email', t('st_email'), 'email')}
        {text('officer_email', t('st_officer'), 'email')}
        {text('reviewed_on', t('st_reviewed_on'), 'date')}
      </div>
      <AreaField label={t('st_text')} hint={t('st_text_hint')} rows={8} {...translated('text')} />
    </>
  )
}
