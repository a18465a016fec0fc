import { CheckField } from '../../../ui/field.tsx'
import { useEditorWords } from '../editor-words.tsx'
import type { ControlProps } from './control-props.ts'
import { ListControl } from './list-control.tsx'
import { useProperty } from './use-property.ts'

/** Kinds of files under names that authors know. Each kind is stored as one or more entries of `file_type`. */
const KINDS = {
  pdf: ['pdf'],
  pictures: ['image/*'],
  texts: ['doc', 'docx', 'odt', 'rtf', 'txt'],
  tables: ['xls', 'xlsx', 'ods', 'csv'],
  signed: ['p7m'],
  archives: ['zip'],
} as const

type Kind = keyof typeof KINDS

/** Control for the kinds of files that a question accepts. The author enters further file types as a list of texts. */
export function FileTypesControl({ id, path, label, readOnly }: ControlProps) {
  const t = useEditorWords()
  const { value, set } = useProperty(id, path)
  const types = Array.isArray(value) ? value.map(String) : []
  function choose(kind: Kind, isChosen: boolean): void {
    const of: readonly string[] = KINDS[kind]
    const others = types.filter((each) => !of.includes(each))
    const next = isChosen ? [...others, ...of] : others
    set(next.length === 0 ? undefined : next)
  }
  return (
    <fieldset className="field rows">
      <legend>{label}</legend>
      {(Object.keys(KINDS) as Kind[]).map((kind) => (
        <CheckField
          key={kind}
          label={t(`files_${kind}`)}
          name={`${path.join('.')}.${kind}`}
          disabled={readOnly}
          value={KINDS[kind].every((each) => types.includes(each))}
          onChange={(isChosen) => choose(kind, isChosen)}
        />
      ))}
      <ListControl {...{ id, path, readOnly }} label={t('files_list')} separator=", " hint={t('set_file_type_hint')} />
    </fieldset>
  )
}
