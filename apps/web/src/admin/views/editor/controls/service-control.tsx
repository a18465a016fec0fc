import type { ListedService } from '@sportello/contract'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Button } from '../../../../shared/ui/button.tsx'
import { manage } from '../../../call.ts'
import { SelectField } from '../../../ui/field.tsx'
import { Loading } from '../../../ui/lazy-part.tsx'
import { useMessages } from '../../../ui/use-messages.ts'
import { useEditorWords } from '../editor-words.tsx'
import type { ControlProps } from './control-props.ts'
import { TextControl } from './text-control.tsx'
import { useProperty } from './use-property.ts'

/** Maximum number of options that are shown when the author tests a data source. */
const MOST_SHOWN = 20

/**
 * Field for the data source that provides the options of a question. The author selects one of the deployment's data
 * sources and can test it immediately.
 */
export function ServiceControl({ id, path, label, readOnly }: ControlProps) {
  const t = useEditorWords()
  const { value, set } = useProperty(id, path)
  const listed = useQuery({ queryKey: ['services'], queryFn: ({ signal }) => manage<ListedService[]>('GET', '/services', { signal }) })
  if (listed.isPending) return <Loading />
  const chosen = typeof value === 'string' ? value : ''
  // If the list of data sources could not be loaded, the author can still type the code of a data source.
  if (!listed.data) return <TextControl id={id} path={path} label={label} readOnly={readOnly} />
  const service = listed.data.find((each) => each.service === chosen)
  return (
    <>
      <SelectField
        label={label}
        name={path.join('.')}
        disabled={readOnly}
        value={chosen}
        onChange={(next) => set(next === '' ? undefined : next)}
        choices={[
          { value: '', label: t('set_none') },
          ...listed.data.map((each) => ({ value: each.service, label: each.service })),
          ...(chosen === '' || service ? [] : [{ value: chosen, label: t('service_unknown', chosen) }]),
        ]}
      />
      {listed.data.length === 0 && <p className="hint">{t('service_none_exist')}</p>}
      {service && !readOnly && <Trial key={service.service} service={service} />}
    </>
  )
}

/**
 * Lets the author test a data source. The author enters values for its inputs, and the control shows the options that
 * it
 * returns.
 */
function Trial({ service: { service, inputs } }: { service: ListedService }) {
  const t = useEditorWords()
  const messages = useMessages()
  const fieldId = useId()
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [isRunning, setIsRunning] = useState(false)
  const [outcome, setOutcome] = useState<{ options: readonly { key: string; value: string }[] } | { error: Error }>()
  async function ask(): Promise<void> {
    const body = Object.fromEntries(inputs.flatMap(({ key, type }) => (typed[key] ? [[key, inputValue(typed[key], type)]] : [])))
    setIsRunning(true)
    try {
      setOutcome(await manage<{ options: { key: string; value: string }[] }>('POST', `/services/${encodeURIComponent(service)}/trial`, { body }))
    } catch (error) {
      if (error instanceof Error) setOutcome({ error })
    } finally {
      setIsRunning(false)
    }
  }
  return (
    <fieldset className="field service-trial">
      <legend>{t('service_try')}</legend>
      {inputs.map(({ key, type }) => (
        <label key={key} className="field" htmlFor={`${fieldId}-${key}`}>
          <span>
            {key} <span className="hint">({type})</span>
          </span>
          <input
            id={`${fieldId}-${key}`}
            className="control"
            autoComplete="off"
            value={typed[key] ?? ''}
            onChange={({ target }) => setTyped((before) => ({ ...before, [key]: target.value }))}
          />
        </label>
      ))}
      <Button onClick={() => void ask()} disabled={isRunning}>
        {t('service_try_button')}
      </Button>
      <div role="status">
        {outcome && 'error' in outcome && <p className="fault">{messages(outcome.error).join(' ')}</p>}
        {outcome && 'options' in outcome && (
          <>
            <p className="hint">
              {t(outcome.options.length > MOST_SHOWN ? 'service_found_first' : 'service_found', String(outcome.options.length), String(MOST_SHOWN))}
            </p>
            <ul className="service-options">
              {outcome.options.slice(0, MOST_SHOWN).map(({ key, value }) => (
                <li key={key}>
                  {value} <code>{key}</code>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </fieldset>
  )
}

/**
 * Converts a typed text to the type that the data source declares for the input. If that is impossible, returns the
 * text
 * unchanged, and the data source will reject it.
 */
function inputValue(typed: string, type: string): unknown {
  if (type === 'boolean') return typed === 'true' || (typed === 'false' ? false : typed)
  const isNumber = type === 'number' || type === 'numeric' || type === 'integer' || type === 'int'
  return isNumber && Number.isFinite(Number(typed)) ? Number(typed) : typed
}
