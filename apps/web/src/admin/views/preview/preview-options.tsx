import type { PreviewAnswer, PreviewOptions } from '@sportello/contract'
import { isFreeAuthType, isLanguage } from '@sportello/contract'
import { SelectField, TextField } from '../../ui/field.tsx'
import { KnownData } from './known-data.tsx'
import { usePreviewWords } from './preview-words.tsx'

/** Access modes in which a visitor has a session with known data. */
const WITH_SESSION = ['SSO', 'LOGIN', 'TOKEN_LOGIN', 'DYNAMIC']

interface OptionsFormProps {
  options: PreviewOptions
  answer: PreviewAnswer
  onChange: (change: Partial<PreviewOptions>) => void
}

/**
 * Options of the preview: the form whose logo and colours it uses, the access mode, the data that are known about the
 * visitor in this mode, the language and the date.
 */
export function OptionsForm({ options, answer, onChange }: OptionsFormProps) {
  const t = usePreviewWords()
  const { forms, modes, languages } = answer
  const mode = options.mode ?? modes[0] ?? 'FREE'
  // Lists the access modes always in the same order, whichever mode the operator selects.
  const offered = [...new Set([...modes, mode])].toSorted(
    (one, other) => Number(isFreeAuthType(other)) - Number(isFreeAuthType(one)) || one.localeCompare(other),
  )
  return (
    <details className="preview-options">
      <summary>{t('preview_options')}</summary>
      <div className="preview-fields">
        <SelectField
          label={t('preview_form')}
          name="form"
          value={options.form ?? ''}
          onChange={(form) => onChange({ form: form === '' ? null : form })}
          choices={[
            ...forms.map(({ code_form, description }) => ({ value: code_form, label: description || code_form })),
            { value: '', label: t('preview_neutral') },
          ]}
        />
        <SelectField
          label={t('preview_mode')}
          name="mode"
          value={mode}
          onChange={(chosen) => onChange({ mode: chosen as PreviewOptions['mode'] })}
          choices={offered.map((value) => ({ value, label: t(`mode_${value}`) }))}
        />
        {languages.length > 0 && (
          <SelectField
            label={t('preview_language')}
            name="language"
            value={options.language ?? ''}
            onChange={(language) => onChange({ language: isLanguage(language) ? language : null })}
            choices={[{ value: '', label: t('preview_browser_language') }, ...languages.map((value) => ({ value, label: value }))]}
          />
        )}
        <TextField
          label={t('preview_today')}
          hint={t('preview_today_hint')}
          name="today"
          type="date"
          value={options.today ?? ''}
          onChange={(today) => onChange({ today: today === '' ? null : today })}
        />
      </div>
      {WITH_SESSION.includes(mode) && <KnownData known={options.known} onChange={(known) => onChange({ known })} />}
    </details>
  )
}
