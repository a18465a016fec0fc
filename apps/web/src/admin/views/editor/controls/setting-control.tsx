import type { SettingControl as Control } from '@sportello/fields/react'
import type { EditorPhrases } from '@sportello/phrases/editor'
import { CheckField, SelectField } from '../../../ui/field.tsx'
import { useEditorWords } from '../editor-words.tsx'
import { AmountControl } from './amount-control.tsx'
import { ColumnsControl } from './columns-control.tsx'
import type { ControlProps } from './control-props.ts'
import { FaqControl } from './faq-control.tsx'
import { FileTypesControl } from './file-types-control.tsx'
import { HtmlControl } from './html-control.tsx'
import { JsonControl } from './json-control.tsx'
import { ListControl } from './list-control.tsx'
import { NumberControl } from './number-control.tsx'
import { PatternControl } from './pattern-control.tsx'
import { QuestionControl } from './question-control.tsx'
import { RelativeControl } from './relative-control.tsx'
import { RowsControl } from './rows-control.tsx'
import { ServiceControl } from './service-control.tsx'
import { TextControl } from './text-control.tsx'
import { useProperty } from './use-property.ts'

interface SettingControlProps extends ControlProps {
  /** Key of the setting. The key of the phrase for its label is derived from it. */
  name: string
  control: Control
  required?: boolean
}

/** Editor control for one setting of a field. The kind of control depends on the type of the setting. */
export function SettingControl({ id, path, name, label, control, readOnly, required = false }: SettingControlProps) {
  const t = useEditorWords()
  const { value, set } = useProperty(id, path)
  const text = { id, path, label, readOnly, required }
  if (typeof control === 'object') {
    if ('rows' in control) return <RowsControl id={id} path={path} label={label} columns={control.rows} readOnly={readOnly} />
    return (
      <SelectField
        label={label}
        name={name}
        disabled={readOnly}
        value={String(value ?? (required ? control.choices[0] : ''))}
        onChange={(next) => set(next === '' ? undefined : next)}
        choices={[
          ...(required ? [] : [{ value: '', label: t('set_none') }]),
          ...control.choices.map((choice) => ({ value: choice, label: choiceLabel(t, name, choice) })),
        ]}
      />
    )
  }
  switch (control) {
    case 'switch':
      return <CheckField label={label} name={name} isSwitch disabled={readOnly} value={value === true} onChange={(next) => set(next || undefined)} />
    case 'whole':
    case 'number':
      return <NumberControl {...{ id, path, label, readOnly }} />
    case 'html':
    case 'template':
      return <HtmlControl {...{ id, path, label, readOnly }} isTemplate={control === 'template'} />
    case 'lines':
      return <ListControl {...{ id, path, label, readOnly }} separator={'\n'} />
    case 'file_types':
      return <FileTypesControl {...{ id, path, label, readOnly }} />
    case 'pattern':
      return <PatternControl {...{ id, path, label, readOnly }} />
    case 'columns':
      return <ColumnsControl {...{ id, path, label, readOnly }} />
    case 'faq':
      return <FaqControl {...{ id, path, label, readOnly }} />
    case 'size':
      return <AmountControl {...{ id, path, label, readOnly }} unit="kilobytes" />
    case 'relative':
      return <RelativeControl {...{ id, path, name, label, readOnly }} />
    case 'question':
      return <QuestionControl {...{ id, path, name, label, readOnly }} />
    case 'service':
      return <ServiceControl {...{ id, path, label, readOnly }} />
    case 'json':
      return <JsonControl {...{ id, path, label, readOnly }} />
    default:
      return <TextControl {...text} />
  }
}

function choiceLabel(t: ReturnType<typeof useEditorWords>, name: string, choice: string): string {
  if (name === 'variant') return t(`variant_${choice}` as keyof EditorPhrases)
  if (name === 'background_type') return t(`background_${choice}` as keyof EditorPhrases)
  if (name === 'save_and_resume.second_factor') return t(`second_factor_${choice}` as keyof EditorPhrases)
  if (name === 'follow_up.mails') return t(`follow_up_mails_${choice}` as keyof EditorPhrases)
  if (name === 'text_format') return t(`format_${choice}` as keyof EditorPhrases)
  if (name === 'shown_as') return t(`shown_${choice}` as keyof EditorPhrases)
  return name === 'elementsType' ? t(choice === 'number' ? 'type_numeric' : 'type_text') : choice
}
