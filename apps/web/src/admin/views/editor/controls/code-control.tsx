import { useMemo } from 'react'
import { codeFault } from '../codes.ts'
import { useEditorWords } from '../editor-words.tsx'
import { useDraft } from '../use-draft.ts'
import { TextControl } from './text-control.tsx'
import { useProperty } from './use-property.ts'

interface CodeControlProps {
  id: string
  path: readonly string[]
  readOnly: boolean
}

/**
 * Field that edits the code of a step or question. It immediately shows an error if the code would prevent publication.
 */
export function CodeControl({ id, path, readOnly }: CodeControlProps) {
  const t = useEditorWords()
  const draft = useDraft()
  const { value } = useProperty(id, path)
  // Checks the code against those of all steps only when the code itself changes, not at every change of the draft.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tree is not part of React's state; `value` stands for it
  const fault = useMemo(() => codeFault(draft.tree, id), [draft, id, value])
  return (
    <TextControl
      id={id}
      path={path}
      label={t('editor_code')}
      hint={t('editor_code_hint')}
      fault={fault === null ? undefined : t(fault === 'taken' ? 'editor_code_taken' : 'start_code_wrong')}
      required
      readOnly={readOnly}
    />
  )
}
