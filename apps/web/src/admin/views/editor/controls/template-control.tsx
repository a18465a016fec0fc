import type { ListedTemplate } from '@sportello/contract'
import { useQuery } from '@tanstack/react-query'
import { manage } from '../../../call.ts'
import { SelectField } from '../../../ui/field.tsx'
import { useEditorWords } from '../editor-words.tsx'
import type { ControlProps } from './control-props.ts'
import { useProperty } from './use-property.ts'

/**
 * Field in which the author selects a mail template by its name. If no template is selected, the mail has the product's
 * default text.
 */
export function TemplateControl({ id, path, label, readOnly }: ControlProps) {
  const t = useEditorWords()
  const { value, set } = useProperty(id, path)
  const { data } = useQuery({ queryKey: ['templates'], queryFn: ({ signal }) => manage<ListedTemplate[]>('GET', '/templates', { signal }) })
  const names = new Set(data?.map(({ name }) => name))
  // Also lists the template that is currently selected, even if it does not exist yet.
  if (typeof value === 'string') names.add(value)
  return (
    <SelectField
      label={label}
      name={path.join('.')}
      disabled={readOnly}
      value={String(value ?? '')}
      onChange={(next) => set(next === '' ? undefined : next)}
      choices={[{ value: '', label: t('template_own') }, ...[...names].toSorted().map((name) => ({ value: name, label: name }))]}
    />
  )
}
