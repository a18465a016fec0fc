import { useState } from 'react'
import { useFocusWithin } from 'react-aria/useFocusWithin'
import { SecretField } from '../../forms/secret-field.tsx'
import type { DraftStore } from '../draft-store.ts'
import { useEditorWords } from '../editor-words.tsx'
import { useDraft } from '../use-draft.ts'
import type { ControlProps } from './control-props.ts'
import { useProperty } from './use-property.ts'

/**
 * Secrets that the author has set (true) or deleted since the editor was opened, by the name of the form's parameter. The
 * server's response to such a change contains no secret, so the draft itself does not show whether one is stored.
 */
const changed = new WeakMap<DraftStore, ReadonlyMap<string, boolean>>()

/**
 * Field for a secret of the form. The server never returns a secret, only whether one is stored. A typed secret is stored when the focus leaves the field,
 * so that a half-typed text never replaces the stored secret.
 */
export function SecretControl({ id, path, label, readOnly }: ControlProps) {
  const t = useEditorWords()
  const draft = useDraft()
  const { set } = useProperty(id, path)
  const name = path.slice(1).join('.')
  const [typed, setTyped] = useState<string>()
  const { focusWithinProps } = useFocusWithin({ onBlurWithin: store })
  if (readOnly) return null
  // During a rolling upgrade a server of the version before sends a draft without `secrets`.
  const isSet = changed.get(draft)?.get(name) ?? draft.live.secrets?.includes(name) ?? false
  function keep(secret: string): void {
    changed.set(draft, new Map(changed.get(draft)).set(name, secret !== ''))
    set(secret)
  }
  function change(next: string | undefined): void {
    if (next === '') keep('')
    setTyped(next === '' ? undefined : next)
  }
  function store(): void {
    if (typed !== undefined) keep(typed)
    setTyped(undefined)
  }
  return (
    <div {...focusWithinProps}>
      <SecretField label={label} name={path.join('.')} isSet={isSet} gloss={t('secret_hint')} value={typed} onChange={change} />
    </div>
  )
}
