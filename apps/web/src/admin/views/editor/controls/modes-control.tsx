import type { AuthType } from '@sportello/contract'
import { CheckField } from '../../../ui/field.tsx'
import { useEditorWords } from '../editor-words.tsx'
import type { ControlProps } from './control-props.ts'
import { useProperty } from './use-property.ts'

/** The access modes of forms, the most common ones first. */
const MODES = Object.keys({
  FREE: true,
  FREE_CAPTCHA: true,
  DATACOLLECTION: true,
  SURVEY: true,
  LOGIN: true,
  SSO: true,
  TOKEN_LOGIN: true,
  DYNAMIC: true,
  AUTORESPONDER: true,
  B2B: true,
} satisfies Record<AuthType, true>) as AuthType[]

/**
 * Checkboxes for the access modes of a form. The first stored mode that needs no session applies to visitors without a
 * session, so a mode that the author adds is stored last.
 */
export function ModesControl({ id, path, label, readOnly }: ControlProps) {
  const t = useEditorWords()
  const { value, set } = useProperty(id, path)
  const chosen = Array.isArray(value) ? (value as AuthType[]) : []
  return (
    <fieldset className="field rows">
      <legend>{label}</legend>
      {MODES.map((mode) => (
        <CheckField
          key={mode}
          label={t(`mode_${mode}`)}
          hint={t(`mode_${mode}_hint`)}
          name={`${path.join('.')}.${mode}`}
          disabled={readOnly}
          value={chosen.includes(mode)}
          onChange={(next) => set(next ? [...chosen, mode] : chosen.filter((each) => each !== mode))}
        />
      ))}
      {chosen.length === 0 && <p className="fault">{t('modes_none')}</p>}
    </fieldset>
  )
}
