import { type ListedDefinition, ROOT_ID } from '@sportello/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { places, useDashboardSearch } from '../../address.ts'
import { manage } from '../../call.ts'
import { CheckField } from '../../ui/field.tsx'
import { AmountControl } from './controls/amount-control.tsx'
import type { ControlProps } from './controls/control-props.ts'
import { ModesControl } from './controls/modes-control.tsx'
import { SecretControl } from './controls/secret-control.tsx'
import { SettingControl } from './controls/setting-control.tsx'
import { TemplateControl } from './controls/template-control.tsx'
import { TextControl } from './controls/text-control.tsx'
import { useProperty } from './controls/use-property.ts'
import { useEditorWords } from './editor-words.tsx'
import { FORM_PARAMETERS, type FormParameter, PARAMETER_GROUPS, type ParameterControl } from './form-parameters.ts'
import { LanguageList } from './language-list.tsx'

/**
 * Groups of form settings that are expanded when the editor opens. The other groups are collapsed, because few forms
 * need them.
 */
const OPEN: ReadonlySet<string> = new Set(['access', 'requests'])

/**
 * Settings of the whole form, which the editor shows when the root step is selected: languages, access, requests,
 * mails, look, retention and delivery.
 */
export function FormInspector({ readOnly, onSelect }: { readOnly: boolean; onSelect: (id: string) => void }) {
  const t = useEditorWords()
  const parameters = Object.entries(FORM_PARAMETERS) as [FormParameter, readonly [string, ParameterControl]][]
  return (
    <>
      <h3 className="inspector-title">{t('form_settings')}</h3>
      <LanguageList readOnly={readOnly} onSelect={onSelect} />
      {PARAMETER_GROUPS.map((group) => (
        <details key={group} className="inspector-group" open={OPEN.has(group)}>
          <summary>{t(`form_group_${group}`)}</summary>
          {group === 'retention' && <Retention readOnly={readOnly} />}
          {(group === 'look' || group === 'statements') && <ElsewhereHint tab={group} />}
          {parameters.map(
            ([name, [of, control]]) => of === group && group !== 'retention' && <Parameter key={name} name={name} control={control} readOnly={readOnly} />,
          )}
          {group === 'look' && (
            <>
              <TextControl id={ROOT_ID} path={['icon']} label={t('part_icon')} readOnly={readOnly} />
              <TextControl id={ROOT_ID} path={['class']} label={t('form_class')} readOnly={readOnly} />
            </>
          )}
        </details>
      ))}
    </>
  )
}

const RETENTIONS = ['processed', 'failed', 'expired', 'cancelled'] as const
const retentionPath = (state: string) => ['form_params', 'retention', state]

/** Control for the retention period of requests: one period for all requests, or one for each final state. */
function Retention({ readOnly }: { readOnly: boolean }) {
  const t = useEditorWords()
  const { value } = useProperty(ROOT_ID, ['form_params', 'retention'])
  const times = (value ?? {}) as Readonly<Record<string, unknown>>
  const isOne = RETENTIONS.every((state) => times[state] === times.processed)
  const [areSeparate, setAreSeparate] = useState(!isOne)
  const shared = { id: ROOT_ID, unit: 'days', readOnly } as const
  return (
    <>
      {isOne && !areSeparate && (
        <AmountControl {...shared} path={retentionPath('processed')} mirrors={RETENTIONS.slice(1).map(retentionPath)} label={t('param_retention')} />
      )}
      <CheckField
        label={t('retention_separate')}
        name="retention_separate"
        value={areSeparate || !isOne}
        disabled={readOnly || !isOne}
        onChange={setAreSeparate}
      />
      {(areSeparate || !isOne) &&
        RETENTIONS.map((state) => <AmountControl key={state} {...shared} path={retentionPath(state)} label={t(`param_retention_${state}`)} />)}
    </>
  )
}

/** Says where the operator sets the look or the statements of the form. Contains a link to that tab of the form's workspace. */
function ElsewhereHint({ tab }: { tab: 'look' | 'statements' }) {
  const t = useEditorWords()
  const { definition } = useDashboardSearch()
  const forms = useQuery({
    queryKey: ['definitions'],
    queryFn: ({ signal }) => manage<ListedDefinition[]>('GET', '/definitions', { signal }),
  }).data?.find(({ code_tag }) => code_tag === definition)?.forms
  const [form] = forms ?? []
  return (
    <p className="hint">
      {t(`${tab}_elsewhere`)}{' '}
      {form !== undefined && (
        <Link to={places.management} search={{ view: 'forms', form, tab }}>
          {t('look_open')}
        </Link>
      )}
    </p>
  )
}

function Parameter({ name, control, readOnly }: { name: FormParameter; control: ParameterControl; readOnly: boolean }) {
  const t = useEditorWords()
  if (control === 'elsewhere') return null
  // The name of a nested parameter contains a dot. The key of its phrase contains an underscore in the same place.
  const shared = { id: ROOT_ID, path: ['form_params', ...name.split('.')], label: t(`param_${name.replace('.', '_') as 'otp'}`), readOnly }
  if (control === 'modes') return <ModesControl {...shared} />
  if (control === 'presence') return <PresenceControl {...shared} name={name} />
  if (control === 'secret') return <SecretControl {...shared} />
  if (control === 'template') return <TemplateControl {...shared} />
  if (typeof control === 'object' && 'unit' in control) return <AmountControl {...shared} unit={control.unit} />
  return <SettingControl {...shared} name={name} control={control} />
}

function PresenceControl({ id, path, label, readOnly, name }: ControlProps & { name: string }) {
  const { value, set } = useProperty(id, path)
  return <CheckField label={label} name={name} isSwitch disabled={readOnly} value={value !== undefined} onChange={(isOn) => set(isOn ? {} : undefined)} />
}
