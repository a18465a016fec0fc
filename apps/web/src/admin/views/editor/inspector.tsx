import type { InputType } from '@sportello/fields'
import { blockEditors, type SettingControl as Control, inputEditors, type SettingKey, settingControls } from '@sportello/fields/react'
import type { EditorPhrases } from '@sportello/phrases/editor'
import { type ReactNode, useState } from 'react'
import { CheckField, SelectField } from '../../ui/field.tsx'
import { CodeControl } from './controls/code-control.tsx'
import { KnownDataControl } from './controls/known-data-control.tsx'
import { QuestionsControl } from './controls/questions-control.tsx'
import { SettingControl } from './controls/setting-control.tsx'
import { TextControl } from './controls/text-control.tsx'
import { TitleControl } from './controls/title-control.tsx'
import { useProperty } from './controls/use-property.ts'
import { useEditorWords } from './editor-words.tsx'
import { kindOf } from './node-edits.ts'
import { useNodePart } from './use-draft.ts'

/** Settings of the selected field, in groups. Only the settings that apply to the field's type are shown. */
export function FieldInspector({ id, readOnly }: { id: string; readOnly: boolean }) {
  const t = useEditorWords()
  const kind = useNodePart(id, (node) => node && kindOf(node))
  const isQuestion = useNodePart(id, (node) => node?.content.type === 'PROPERTY' || node?.content.type === 'EMAIL')
  if (!kind) return null
  return (
    <>
      <h3 className="inspector-title">{t(`type_${kind}`)}</h3>
      {isQuestion ? <QuestionSettings id={id} kind={kind as InputType} readOnly={readOnly} /> : <BlockSettings id={id} kind={kind} readOnly={readOnly} />}
      {!isQuestion && (
        <Group name="visibility">
          <HiddenControl id={id} readOnly={readOnly} />
        </Group>
      )}
    </>
  )
}

function HiddenControl({ id, readOnly }: { id: string; readOnly: boolean }) {
  const t = useEditorWords()
  return <SwitchControl id={id} path={['hidden']} label={t('field_hidden')} readOnly={readOnly} />
}

function Group({ name, children }: { name: 'text' | 'answer' | 'limits' | 'visibility'; children: ReactNode }) {
  const t = useEditorWords()
  return (
    <section className="inspector-group">
      <h4>{t(`group_${name}`)}</h4>
      {children}
    </section>
  )
}

function SwitchControl({ id, path, label, readOnly }: { id: string; path: readonly string[]; label: string; readOnly: boolean }) {
  const { value, set } = useProperty(id, path)
  return <CheckField label={label} name={path.join('.')} isSwitch disabled={readOnly} value={value === true} onChange={(next) => set(next || undefined)} />
}

interface ChoiceControlProps {
  id: string
  path: readonly string[]
  label: string
  readOnly: boolean
  choices: readonly { value: string; label: string }[]
  /** Default value of the setting. If the author selects it, the setting is deleted. */
  preset: string
}

function ChoiceControl({ id, path, label, readOnly, choices, preset }: ChoiceControlProps) {
  const { value, set } = useProperty(id, path)
  const shown = String(value ?? preset)
  return (
    <SelectField
      label={label}
      name={path.join('.')}
      disabled={readOnly}
      value={shown}
      onChange={(next) => set(next === preset ? undefined : next)}
      choices={choices}
    />
  )
}

function QuestionSettings({ id, kind, readOnly }: { id: string; kind: InputType; readOnly: boolean }) {
  const t = useEditorWords()
  const type = kind === ('EMAIL' as string) ? 'email' : kind
  const editor = inputEditors[type]
  const answer = useNodePart(id, (node) => (node?.content as { value?: { default_value?: Record<string, unknown> } } | undefined)?.value?.default_value)
  const inGroup = (group: string) =>
    editor.settings.filter((key) => settingControls[key][0] === group && (answer?.[key] !== undefined || (editor.applies?.(key, answer ?? {}) ?? true)))
  const setting = (key: SettingKey) => {
    const control: Control = editor.controls?.[key] ?? settingControls[key][1]
    return (
      <SettingControl
        key={key}
        id={id}
        path={['value', 'default_value', key]}
        name={key}
        label={t(editor.labels?.[key] ?? `set_${key}`)}
        control={control}
        readOnly={readOnly}
        required={key === 'elementsType'}
      />
    )
  }
  const isRare = (key: SettingKey) => RARE.has(key) || (editor.rare?.includes(key) ?? false)
  const isWritten = type === 'text' || type === 'textarea' || type === 'email' || type === 'codfis'
  return (
    <>
      <Group name="text">
        <TitleControl id={id} path={['value', 'property_description']} label={t('field_label')} readOnly={readOnly} />
        <SwitchControl id={id} path={['required']} label={t('field_required')} readOnly={readOnly} />
      </Group>
      {(['answer', 'limits'] as const).map((group) => {
        const keys = inGroup(group).filter((key) => !isRare(key))
        if (keys.length === 0) return null
        return (
          <Group key={group} name={group}>
            {keys.map(setting)}
          </Group>
        )
      })}
      <MoreSettings id={id} rare={editor.rare ?? []}>
        {inGroup('text').map(setting)}
        <TextControl id={id} path={['info_title']} label={t('field_info_title')} readOnly={readOnly} />
        <TextControl id={id} path={['info_text']} label={t('field_info_text')} multiline readOnly={readOnly} />
        <CodeControl id={id} path={['value', 'property_code']} readOnly={readOnly} />
        {editor.settings.filter(isRare).map(setting)}
        {isWritten && <FontCase id={id} readOnly={readOnly} />}
        {inGroup('prefill').map(setting)}
        <Prefill id={id} readOnly={readOnly} />
        <HiddenControl id={id} readOnly={readOnly} />
      </MoreSettings>
    </>
  )
}

/** Settings of answers that few questions need. The editor shows them in a collapsed section. */
const RARE: ReadonlySet<SettingKey> = new Set(['format', 'separator', 'validation'])

/**
 * True if the author has expanded the section with further settings. The section then stays expanded for the next
 * question, until the page is reloaded.
 */
let isMoreShown = false

/**
 * Section with the settings that few questions need. It is collapsed, unless the question uses one of these settings.
 */
function MoreSettings({ id, rare, children }: { id: string; rare: readonly SettingKey[]; children: ReactNode }) {
  const t = useEditorWords()
  const isUsed = useNodePart(id, (node) => {
    const { info_title, info_text, hidden, mapping, readonly, value } = (node?.content ?? {}) as Record<string, unknown>
    const settings = ((value as { default_value?: unknown } | undefined)?.default_value ?? {}) as Record<string, unknown>
    return [
      info_title,
      info_text,
      hidden,
      mapping,
      readonly,
      settings.placeholder,
      settings.default,
      settings.format,
      ...rare.map((key) => settings[key]),
    ].some((part) => part !== undefined)
  })
  const [isOpen, setIsOpen] = useState(isUsed || isMoreShown)
  return (
    <details
      className="inspector-group"
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        if (open !== isOpen) isMoreShown = open
        setIsOpen(open)
      }}
    >
      <summary>{t('field_more')}</summary>
      {children}
    </details>
  )
}

function FontCase({ id, readOnly }: { id: string; readOnly: boolean }) {
  const t = useEditorWords()
  const choices = (['default', 'upper', 'lower'] as const).map((value) => ({ value, label: t(`case_${value}`) }))
  return <ChoiceControl id={id} path={['value', 'font_case']} label={t('field_font_case')} readOnly={readOnly} choices={choices} preset="default" />
}

function Prefill({ id, readOnly }: { id: string; readOnly: boolean }) {
  const t = useEditorWords()
  const choices = (['EDITABLE', 'UNLOCKED', 'LOCKED'] as const).map((value) => ({ value, label: t(`readonly_${value}`) }))
  return (
    <>
      <KnownDataControl id={id} path={['mapping']} label={t('field_mapping')} readOnly={readOnly} />
      <ChoiceControl id={id} path={['readonly']} label={t('field_readonly')} readOnly={readOnly} choices={choices} preset="EDITABLE" />
    </>
  )
}

/** Editor controls for the content of fields that are neither questions nor information blocks. */
const OTHER_PARTS: Readonly<Record<string, Readonly<Record<string, Control | 'questions'>>>> = {
  FURTHER_QUESTIONS: { text: 'text', fields: 'questions', nofields: 'text', yes: 'text', greetings: 'text', whatSelected: 'text' },
  TOKEN_LOGIN: { fields: 'questions' },
}

function BlockSettings({ id, kind, readOnly }: { id: string; kind: string; readOnly: boolean }) {
  const t = useEditorWords()
  const parts = OTHER_PARTS[kind] ?? blockEditors[kind as keyof typeof blockEditors]?.parts ?? {}
  return (
    <Group name="text">
      {kind === 'TERMS_CONDITIONS' ? (
        <SwitchControl id={id} path={['required']} label={t('terms_required')} readOnly={readOnly} />
      ) : (
        <TextControl id={id} path={['title']} label={t('field_title')} readOnly={readOnly} />
      )}
      {Object.entries(parts).map(([key, control]) => {
        const isWhole = key === '' || key === 'list'
        const label = t(partLabel(kind, key, control))
        if (control === 'questions')
          return (
            <QuestionsControl
              key={key}
              id={id}
              path={['value', key]}
              label={label}
              readOnly={readOnly}
              inside={kind === 'FURTHER_QUESTIONS' ? 'property' : undefined}
              // Input types that are not available: further questions and token logins are sent as JSON, which cannot
              // contain files. At a token login the visitor has no session yet, so a data source cannot be used either.
              without={kind === 'FURTHER_QUESTIONS' ? ['file'] : ['file', 'select_data_source']}
            />
          )
        // A required text is stored even if it is empty. The check before publication then reports that the text is
        // missing.
        return (
          <SettingControl
            key={key}
            id={id}
            path={isWhole ? ['value'] : ['value', key]}
            name={key}
            label={label}
            control={control}
            readOnly={readOnly}
            required={!OPTIONAL.has(key)}
          />
        )
      })}
    </Group>
  )
}

const OPTIONAL: ReadonlySet<string> = new Set(['icon', 'action', 'confirm', 'cancel', 'description', 'nofields', 'yes', 'greetings', 'whatSelected'])

function partLabel(kind: string, key: string, control: Control | 'questions'): keyof EditorPhrases {
  if (kind === 'TERMS_CONDITIONS' && key !== 'shown_as') return key === 'text' ? 'part_terms_label' : 'part_terms_html'
  if (control === 'template') return 'part_template'
  if (control === 'html') return 'part_html'
  return `part_${key === '' ? 'text' : key}` as keyof EditorPhrases
}

/**
 * Settings of the selected step. If the root step is selected, the form's settings (`FormInspector`) are shown instead.
 */
export function StepInspector({ id, readOnly }: { id: string; readOnly: boolean }) {
  const t = useEditorWords()
  return (
    <>
      <h3 className="inspector-title">{t('editor_step')}</h3>
      <Group name="text">
        <CodeControl id={id} path={['code_tag']} readOnly={readOnly} />
        <TextControl id={id} path={['icon']} label={t('part_icon')} readOnly={readOnly} />
      </Group>
      <Group name="visibility">
        <SwitchControl id={id} path={['disabled']} label={t('step_disabled')} readOnly={readOnly} />
        <SwitchControl id={id} path={['show_captcha']} label={t('step_show_captcha')} readOnly={readOnly} />
        <SwitchControl id={id} path={['opens_ticket']} label={t('step_opens_ticket')} readOnly={readOnly} />
      </Group>
    </>
  )
}
