import { type FormField, isQuestion } from '@sportello/contract'
import { SelectField } from '../../../ui/field.tsx'
import { useEditorWords } from '../editor-words.tsx'
import { useDraft } from '../use-draft.ts'
import type { ControlProps } from './control-props.ts'
import { useProperty } from './use-property.ts'

/**
 * Field in which the author selects another question by its property code. The list contains the other questions in the
 * same step and in the steps above it.
 */
export function QuestionControl({ id, path, name, label, readOnly }: ControlProps & { name: string }) {
  const t = useEditorWords()
  const draft = useDraft()
  const { value, set } = useProperty(id, path)
  const questions = draft.tree
    .pathOf(id)
    .slice(1)
    .toReversed()
    .flatMap((step) => draft.tree.childrenOf(step.id))
    .filter((node) => node.kind === 'field' && node.id !== id && isQuestion(node.content as unknown as FormField))
    .map(({ content }) => content.value as { property_code: string; property_description: string })
  const missing = value !== undefined && !questions.some(({ property_code: code }) => code === value) ? [{ value: String(value), label: String(value) }] : []
  return (
    <SelectField
      label={label}
      name={name}
      disabled={readOnly}
      value={String(value ?? '')}
      onChange={(next) => set(next === '' ? undefined : next)}
      choices={[
        { value: '', label: t('set_none') },
        ...missing,
        ...questions.map((each) => ({ value: each.property_code, label: each.property_description || each.property_code })),
      ]}
    />
  )
}
