import { useState } from 'react'
import { useFocusWithin } from 'react-aria/useFocusWithin'
import { SecretField } from '../../forms/secret-field.tsx'
import type { DraftStore } from '../draft-store.ts'
import { useEditorWords } from '../editor-words.tsx'
import { useDraft } from '../use-draft.ts'
import type { ControlProps } from './control-props.ts'
import { useProperty } from './use-property.ts'

/**
 * Secrets that the author has set (true) or deleted (false) since the editor was opened, keyed by the name of the form
 * parameter. The draft never contains secrets, so it cannot show whether one is stored. The browser therefore records
 * it here.
 */
const changed = new WeakMap<DraftStore, ReadonlyMap<string, boolean>>()

/**
 * Field for a secret of the form. The server never returns the secret, only whether one is stored. The secret is stored
 * when the focus leaves the field, so that an incomplete text never replaces the stored secret.
 */
export function SecretControl({ id, path, label, readOnly }: ControlProps) {
  const t = useEditorWords()
  const draft = useDraft()
  const { set } = useProperty(id, path)
  const name = path.slice(1).join('.')
  const [typed, setTyped] = useState<string>()
  const { focusWithinProps } = useFocusWithin({ onBlurWithin: store })
  if (readOnly) return null
  // `secrets` may be missing during a rolling upgrade, if a server of the previous release has sent the draft.
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
