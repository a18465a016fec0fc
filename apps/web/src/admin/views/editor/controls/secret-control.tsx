import { useState } from 'react'
import { SecretField } from '../../forms/secret-field.tsx'
import { useEditorWords } from '../editor-words.tsx'
import type { ControlProps } from './control-props.ts'
import { useProperty } from './use-property.ts'

/**
 * Field for a secret of the form. The server never returns a secret, so the field cannot show whether one is stored. A
 * new secret replaces the stored one, and a button deletes it.
 */
export function SecretControl({ id, path, label, readOnly }: ControlProps) {
  const t = useEditorWords()
  const { set } = useProperty(id, path)
  // The server's response does not contain the secret, so the field stores the text that the author typed.
  const [typed, setTyped] = useState<string>()
  if (readOnly) return null
  function change(next: string | undefined): void {
    setTyped(next)
    if (next !== undefined) set(next, { typing: true })
  }
  return <SecretField label={label} name={path.join('.')} isSet gloss={t('secret_hint')} value={typed} onChange={change} />
}
