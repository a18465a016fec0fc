import type { InputType } from '@sportello/fields'
import { type SettingControl as Control, inputEditors, settingControls } from '@sportello/fields/react'
import { CheckField, SelectField } from '../../../ui/field.tsx'
import { useEditorWords } from '../editor-words.tsx'
import type { ControlProps } from './control-props.ts'
import { ItemList } from './item-list.tsx'
import { SettingControl } from './setting-control.tsx'
import { TextControl } from './text-control.tsx'
import { useChange, useProperty } from './use-property.ts'

interface Question {
  property_code: string
  property_description: string
  default_value: { input_type: InputType }
}
type Entry = Question | { property: Question }

interface QuestionsControlProps extends ControlProps {
  /** Key under which each list entry stores its question; undefined if the entries themselves are the questions. */
  inside: 'property' | undefined
  /** Input types that are not available for the questions in this list. */
  without: readonly InputType[]
}

/**
 * Editor control for a field that contains a list of questions (“further questions”). Each of these questions has a
 * label,
 * a type and settings.
 */
export function QuestionsControl({ id, path, label, readOnly, inside, without }: QuestionsControlProps) {
  const t = useEditorWords()
  const questionOf = (entry: Entry) => ('property' in entry ? entry.property : entry)
  function create(entries: readonly Entry[]): Entry {
    const taken = new Set(entries.map((entry) => questionOf(entry).property_code))
    let number = entries.length + 1
    while (taken.has(`domanda_${number}`)) number += 1
    const question: Question = { property_code: `domanda_${number}`, property_description: '', default_value: { input_type: 'text' } }
    return inside ? { property: question } : question
  }
  return (
    <ItemList<Entry>
      {...{ id, path, label, readOnly, create }}
      addLabel={t('questions_add')}
      nameOf={(entry) => questionOf(entry).property_description}
      whenEmpty={[]}
    >
      <QuestionParts id={id} above={inside ? [inside] : []} without={without} readOnly={readOnly} />
    </ItemList>
  )
}

function QuestionParts({ id, above, without, readOnly }: { id: string; above: readonly string[]; without: readonly InputType[]; readOnly: boolean }) {
  const t = useEditorWords()
  const change = useChange(id)
  const type = useProperty(id, [...above, 'default_value', 'input_type']).value as InputType
  const required = useProperty(id, ['required'])
  const types = (Object.keys(inputEditors) as InputType[]).filter((each) => !without.includes(each))
  const { settings, controls } = inputEditors[type]
  return (
    <>
      <TextControl id={id} path={[...above, 'property_description']} label={t('field_label')} required readOnly={readOnly} />
      <TextControl id={id} path={[...above, 'property_code']} label={t('editor_code')} hint={t('editor_code_hint')} required readOnly={readOnly} />
      <SelectField
        label={t('field_input_type')}
        name="input_type"
        disabled={readOnly}
        value={type}
        onChange={(next) => change([{ path: [...above, 'default_value'], value: { ...inputEditors[next as InputType].initial, input_type: next } }])}
        choices={types.map((each) => ({ value: each, label: t(`type_${each}`) }))}
      />
      {above.length > 0 && (
        <CheckField
          label={t('field_required')}
          name="required"
          isSwitch
          disabled={readOnly}
          value={required.value === true}
          onChange={(next) => required.set(next || undefined)}
        />
      )}
      {settings.map((key) => {
        const control: Control = controls?.[key] ?? settingControls[key][1]
        return (
          <SettingControl
            key={key}
            id={id}
            path={[...above, 'default_value', key]}
            name={key}
            label={t(`set_${key}`)}
            control={control}
            readOnly={readOnly}
            required={key === 'elementsType'}
          />
        )
      })}
    </>
  )
}
