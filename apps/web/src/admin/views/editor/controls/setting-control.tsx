import { type FormField, isQuestion } from '@sportello/contract'
import type { SettingControl as Control } from '@sportello/fields/react'
import type { EditorPhrases } from '@sportello/phrases/editor'
import { useId, useState } from 'react'
import { CheckField, SelectField } from '../../../ui/field.tsx'
import { useEditorWords } from '../editor-words.tsx'
import { useDraft } from '../use-draft.ts'
import { RowsControl } from './rows-control.tsx'
import { TextControl, useProperty } from './text-control.tsx'

interface SettingControlProps {
  id: string
  path: readonly string[]
  /** Key of the setting, by which its label is found. */
  name: string
  label: string
  control: Control
  readOnly: boolean
  required?: boolean
}

/** The control for one setting of a field, as the field's type describes it. */
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
        value={String(value ?? '')}
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
      return <TextControl {...text} required multiline />
    case 'lines':
      return <ListControl {...{ id, path, label, readOnly }} separator={'\n'} />
    case 'file_types':
      return <ListControl {...{ id, path, label, readOnly }} separator=", " hint={t('set_file_type_hint')} />
    case 'relative':
      return <RelativeControl {...{ id, path, name, label, readOnly }} />
    case 'question':
      return <QuestionControl {...{ id, path, name, label, readOnly }} />
    case 'json':
      return <JsonControl {...{ id, path, label, readOnly }} />
    default:
      return <TextControl {...text} />
  }
}

type PlainProps = Pick<SettingControlProps, 'id' | 'path' | 'label' | 'readOnly'>

function choiceLabel(t: ReturnType<typeof useEditorWords>, name: string, choice: string): string {
  if (name === 'variant') return t(`variant_${choice}` as keyof EditorPhrases)
  if (name === 'shown_as') return t(`shown_${choice}` as keyof EditorPhrases)
  return name === 'elementsType' ? t(choice === 'number' ? 'type_numeric' : 'type_text') : choice
}

function NumberControl({ id, path, label, readOnly }: PlainProps) {
  const draft = useDraft()
  const { value, set } = useProperty(id, path)
  const controlId = useId()
  return (
    <div className="field">
      <label htmlFor={controlId}>{label}</label>
      <input
        id={controlId}
        className="control"
        type="number"
        step="any"
        readOnly={readOnly}
        value={value === undefined ? '' : String(value)}
        onChange={({ target }) => set(target.value === '' || Number.isNaN(target.valueAsNumber) ? undefined : target.valueAsNumber, { typing: true })}
        onBlur={() => draft.settle()}
      />
    </div>
  )
}

/** Field that edits a list of texts as one text. */
function ListControl({ id, path, label, readOnly, separator, hint }: PlainProps & { separator: string; hint?: string }) {
  const draft = useDraft()
  const { value, set } = useProperty(id, path)
  const stored = (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(String)
  const [typed, setTyped] = useState<string | null>(null)
  const controlId = useId()
  const items = (text: string) =>
    text
      .split(separator.trim() || separator)
      .map((each) => each.trim())
      .filter(Boolean)
  const shared = {
    id: controlId,
    className: 'control',
    readOnly,
    value: typed ?? stored.join(separator),
    'aria-describedby': hint ? `${controlId}-hint` : undefined,
    onBlur: () => {
      setTyped(null)
      draft.settle()
    },
    onChange: ({ target }: { target: { value: string } }) => {
      setTyped(target.value)
      const list = items(target.value)
      set(list.length === 0 ? undefined : list, { typing: true })
    },
  }
  return (
    <div className="field">
      <label htmlFor={controlId}>{label}</label>
      {separator === '\n' ? <textarea rows={2} {...shared} /> : <input autoComplete="off" {...shared} />}
      {hint && (
        <p className="hint" id={`${controlId}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

const PERIODS = ['days', 'weeks', 'months', 'years'] as const

/** Bound of a date counted from today: a number and a period. */
function RelativeControl({ id, path, name, label, readOnly }: PlainProps & { name: string }) {
  const t = useEditorWords()
  const draft = useDraft()
  const above = path.slice(0, -1)
  const amount = useProperty(id, [...above, `${name}_value`])
  const period = useProperty(id, [...above, `${name}_period`])
  const setPeriod = (next: string) =>
    draft.edit([
      { type: 'set', id, path: [...above, `${name}_period`], ...(next !== '' && { value: next }) },
      ...(next === '' || amount.value === undefined ? [{ type: 'set' as const, id, path: [...above, `${name}_value`], ...(next !== '' && { value: 0 }) }] : []),
    ])
  return (
    <fieldset className="field relative">
      <legend>{label}</legend>
      <div className="relative-parts">
        <input
          className="control"
          type="number"
          aria-label={label}
          readOnly={readOnly || period.value === undefined}
          value={amount.value === undefined ? '' : String(amount.value)}
          onChange={({ target }) => amount.set(Number.isNaN(target.valueAsNumber) ? 0 : target.valueAsNumber, { typing: true })}
          onBlur={() => draft.settle()}
        />
        <select
          className="control"
          aria-label={`${label}: ${t('period_days')}, ${t('period_months')}`}
          disabled={readOnly}
          value={String(period.value ?? '')}
          onChange={({ target }) => setPeriod(target.value)}
        >
          <option value="">{t('period_none')}</option>
          {PERIODS.map((each) => (
            <option key={each} value={each}>
              {t(`period_${each}`)}
            </option>
          ))}
        </select>
      </div>
      <p className="hint">{t('set_relative_hint')}</p>
    </fieldset>
  )
}

/** Choice of another question on the path from the root to this one, by its property code. */
function QuestionControl({ id, path, name, label, readOnly }: PlainProps & { name: string }) {
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

/** Field for a part that has no control of its own yet: its JSON. An invalid text is not stored. */
function JsonControl({ id, path, label, readOnly }: PlainProps) {
  const t = useEditorWords()
  const { value, set } = useProperty(id, path)
  const [typed, setTyped] = useState<string | null>(null)
  const controlId = useId()
  const parsed = typed === null ? { value } : parse(typed)
  return (
    <div className="field">
      <label htmlFor={controlId}>{label}</label>
      <textarea
        id={controlId}
        className="control code"
        rows={6}
        spellCheck={false}
        readOnly={readOnly}
        aria-invalid={parsed === undefined || undefined}
        value={typed ?? (value === undefined ? '' : JSON.stringify(value, null, 2))}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => {
          if (typed === null || parsed === undefined) return
          set(parsed.value)
          setTyped(null)
        }}
      />
      {parsed === undefined && <p className="fault">{t('json_invalid')}</p>}
    </div>
  )
}

function parse(text: string): { value: unknown } | undefined {
  if (text.trim() === '') return { value: undefined }
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}
