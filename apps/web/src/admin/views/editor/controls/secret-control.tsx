import { useState } from 'react'
import { useFocusWithin } from 'react-aria/useFocusWithin'
import { SecretField } from '../../forms/secret-field.tsx'
import { useEditorWords } from '../editor-words.tsx'
import { useDraft } from '../use-draft.ts'
import type { ControlProps } from './control-props.ts'
import { useProperty } from './use-property.ts'

/**
 * Field for a secret of the form. The server never returns a secret, only whether one is stored. A typed secret is stored when the focus leaves the field,
 * so that a half-typed text never replaces the stored secret.
 */
export function SecretControl({ id, path, label, readOnly }: ControlProps) {
  const t = useEditorWords()
  const draft = useDraft()
  const { value, set } = useProperty(id, path)
  const [typed, setTyped] = useState<string>()
  const { focusWithinProps } = useFocusWithin({ onBlurWithin: store })
  if (readOnly) return null
  // What the author has set since the editor was opened counts before what the server said then.
  const isSet = typeof value === 'string' ? value !== '' : draft.live.secrets.includes(path.slice(1).join('.'))
  function change(next: string | undefined): void {
    if (next === '') set('')
    setTyped(next === '' ? undefined : next)
  }
  function store(): void {
    if (typed !== undefined) set(typed)
    setTyped(undefined)
  }
  return (
    <div {...focusWithinProps}>
      <SecretField label={label} name={path.join('.')} isSet={isSet} gloss={t('secret_hint')} value={typed} onChange={change} />
    </div>
  )
}
