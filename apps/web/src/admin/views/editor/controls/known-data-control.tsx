import { useId, useMemo } from 'react'
import { useEditorWords } from '../editor-words.tsx'
import { useDraft } from '../use-draft.ts'
import type { ControlProps } from './control-props.ts'
import { TextControl } from './text-control.tsx'

/** Names of the known data about a person that most deployments use. */
const USUAL = ['email', 'nome', 'cognome', 'telefono', 'cod_fiscale', 'data_nascita']

/**
 * A question can be prefilled with a value of the known data about a visitor. In this field the author enters the name
 * of
 * that value. The field suggests the names that the form already uses.
 */
export function KnownDataControl({ id, path, label, readOnly }: ControlProps) {
  const t = useEditorWords()
  const draft = useDraft()
  const listId = useId()
  const names = useMemo(() => {
    const used = [...draft.tree.nodes()].flatMap(({ content }) => (typeof content.mapping === 'string' && content.mapping !== '' ? [content.mapping] : []))
    return [...new Set([...used, ...USUAL])]
  }, [draft])
  return (
    <>
      <TextControl id={id} path={path} label={label} hint={t('field_mapping_hint')} list={listId} readOnly={readOnly} />
      <datalist id={listId}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}
