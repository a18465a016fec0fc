import { ROOT_ID } from '@sportello/contract'
import { AmountControl } from './controls/amount-control.tsx'
import { ModesControl } from './controls/modes-control.tsx'
import { SecretControl } from './controls/secret-control.tsx'
import { SettingControl } from './controls/setting-control.tsx'
import { TemplateControl } from './controls/template-control.tsx'
import { TextControl } from './controls/text-control.tsx'
import { useEditorWords } from './editor-words.tsx'
import { FORM_PARAMETERS, type FormParameter, PARAMETER_GROUPS, type ParameterControl } from './form-parameters.ts'
import { LanguageList } from './language-list.tsx'

/** Groups of form settings that are expanded at first; few forms need the settings of the other groups. */
const OPEN: ReadonlySet<string> = new Set(['access', 'requests'])

/**
 * The settings of the whole form, which the editor shows when the first step is selected: languages, access, requests,
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
          {parameters.map(([name, [of, control]]) => of === group && <Parameter key={name} name={name} control={control} readOnly={readOnly} />)}
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

function Parameter({ name, control, readOnly }: { name: FormParameter; control: ParameterControl; readOnly: boolean }) {
  const t = useEditorWords()
  // The keys of the phrases contain an underscore instead of the dot of a nested parameter.
  const shared = { id: ROOT_ID, path: ['form_params', ...name.split('.')], label: t(`param_${name.replace('.', '_') as 'otp'}`), readOnly }
  if (control === 'modes') return <ModesControl {...shared} />
  if (control === 'secret') return <SecretControl {...shared} />
  if (control === 'template') return <TemplateControl {...shared} />
  if (typeof control === 'object' && 'unit' in control) return <AmountControl {...shared} unit={control.unit} />
  return <SettingControl {...shared} name={name} control={control} />
}
