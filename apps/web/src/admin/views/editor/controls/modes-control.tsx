import type { AuthType } from '@sportello/contract'
import { useState } from 'react'
import { CheckField } from '../../../ui/field.tsx'
import { useEditorWords } from '../editor-words.tsx'
import type { ControlProps } from './control-props.ts'
import { useProperty } from './use-property.ts'

/** The access modes that most forms use. The editor hides the other modes in a collapsible section. */
const COMMON: ReadonlySet<AuthType> = new Set(['FREE', 'FREE_CAPTCHA', 'DATACOLLECTION', 'SURVEY'])

/** All access modes, in the order in which the editor shows them. */
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
 * Checkboxes for the access modes of a form. A newly selected mode is stored last, because the order matters: visitors
 * without a session get the first stored mode that needs no session.
 */
export function ModesControl({ id, path, label, readOnly }: ControlProps) {
  const t = useEditorWords()
  const { value, set } = useProperty(id, path)
  const chosen = Array.isArray(value) ? (value as AuthType[]) : []
  const [isOpen, setIsOpen] = useState(() => chosen.some((mode) => !COMMON.has(mode)))
  const box = (mode: AuthType) => (
    <CheckField
      key={mode}
      label={t(`mode_${mode}`)}
      hint={t(`mode_${mode}_hint`)}
      name={`${path.join('.')}.${mode}`}
      disabled={readOnly}
      value={chosen.includes(mode)}
      onChange={(next) => set(next ? [...chosen, mode] : chosen.filter((each) => each !== mode))}
    />
  )
  return (
    <fieldset className="field rows">
      <legend>{label}</legend>
      {MODES.filter((mode) => COMMON.has(mode)).map(box)}
      <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>{t('modes_more')}</summary>
        {MODES.filter((mode) => !COMMON.has(mode)).map(box)}
      </details>
      {chosen.length === 0 && <p className="fault">{t('modes_none')}</p>}
    </fieldset>
  )
}
