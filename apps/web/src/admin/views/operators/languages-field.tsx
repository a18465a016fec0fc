import { LANGUAGES } from '@sportello/contract'
import { CheckField } from '../../ui/field.tsx'
import { languageLabel, useWords } from '../../words.tsx'

interface LanguagesFieldProps {
  /** Codes of the languages whose texts the translator may change. */
  value: readonly string[]
  onChange: (value: string[]) => void
}

/** Field for the languages of a translator, with a checkbox for each language that forms can have. */
export function LanguagesField({ value, onChange }: LanguagesFieldProps) {
  const { t } = useWords()
  return (
    <fieldset className="field">
      <legend>{t('operator_languages')}</legend>
      {[...new Set([...LANGUAGES, ...value])].map((code) => (
        <CheckField
          key={code}
          label={languageLabel(code)}
          name={`languages_${code}`}
          value={value.includes(code)}
          onChange={(checked) => onChange(checked ? [...value, code] : value.filter((each) => each !== code))}
        />
      ))}
      {value.length === 0 && <p className="hint">{t('operator_no_languages')}</p>}
    </fieldset>
  )
}
