import { useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { useWords } from '../../words.tsx'

interface SecretFieldProps {
  label: string
  name: string
  /** True if the server has stored a secret for this field. The server never returns the secret itself. */
  isSet: boolean
  required?: boolean
  /** Purpose of the secret, shown as a hint below the field. */
  gloss?: string
  /** New value of the secret. Undefined keeps the stored secret; an empty text deletes it. */
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** Field for a secret. The operator can set, replace or delete the secret, but not read it. */
export function SecretField({ label, name, isSet, required = false, gloss, value, onChange }: SecretFieldProps) {
  const { t } = useWords()
  const [replacing, setReplacing] = useState(false)
  const isKept = isSet && !replacing && !value
  const keep = () => {
    setReplacing(false)
    onChange(undefined)
  }
  return (
    <Field label={label} name={name} required={required} hint={[gloss, isSet ? '' : t('secret_unset')].filter(Boolean).join(' · ')}>
      {(control) => (
        <div className="control-row">
          <input
            {...control}
            type={isKept ? 'text' : 'password'}
            className="control"
            autoComplete="new-password"
            readOnly={isKept}
            value={isKept ? t(value === '' ? 'secret_removed' : 'secret_set') : (value ?? '')}
            onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
          />
          {isSet && (replacing || value !== undefined) && <Button onClick={keep}>{t('secret_keep')}</Button>}
          {isKept && value !== '' && (
            <>
              <Button onClick={() => setReplacing(true)} aria-label={`${t('secret_replace')}: ${label}`}>
                {t('secret_replace')}
              </Button>
              <Button onClick={() => onChange('')} aria-label={`${t('form_remove')}: ${label}`}>
                {t('form_remove')}
              </Button>
            </>
          )}
        </div>
      )}
    </Field>
  )
}
