import type { DestinationDryRun } from '@sportello/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { manage } from '../../call.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { useMessages } from '../../ui/use-messages.ts'
import { useWords } from '../../words.tsx'
import { type DestinationDraft, destinationName, withoutSecrets } from './destination-draft.ts'
import { formPath } from './form-calls.ts'

const dryRunOf = (form: string, destination: object, example: 'latest' | 'invented', signal?: AbortSignal) =>
  manage<DestinationDryRun>('POST', formPath(form, 'destinations', 'dry-run'), { body: { destination, example }, ...(signal && { signal }) })

/** Loads the names of the data that the templates of a form's destinations can use; none while the form is not saved. */
export function useVariables(form: string | undefined): DestinationDryRun['variables'] {
  const { data } = useQuery({
    queryKey: ['destination variables', form],
    // The settings of the destination do not matter for the names.
    queryFn: ({ signal }) => dryRunOf(form ?? '', { kind: 'email', address: 'nobody@example.org' }, 'invented', signal),
    enabled: form !== undefined,
    staleTime: 60_000,
  })
  return data?.variables ?? []
}

/** Button that shows what a destination would receive with the settings on the screen. Nothing is sent. */
export function DryRunButton({ form, row }: { form: string; row: DestinationDraft }) {
  const { t } = useWords()
  const messages = useMessages()
  const [state, setState] = useState<'idle' | 'asking' | DestinationDryRun | Error>('idle')
  const name = destinationName(row)
  async function ask(): Promise<void> {
    setState('asking')
    setState(await dryRunOf(form, withoutSecrets(row), 'latest').catch((error: unknown) => (error instanceof Error ? error : new Error(String(error)))))
  }
  return (
    <>
      <Button aria-label={`${t('destination_dry_run')}: ${name}`} disabled={state === 'asking'} onClick={() => void ask()}>
        {t('destination_dry_run')}
      </Button>
      {typeof state === 'object' && (
        <Dialog
          title={t('destination_dry_run_of', name)}
          size="medium"
          onDismiss={() => setState('idle')}
          actions={
            <Button weight="primary" onClick={() => setState('idle')}>
              {t('close')}
            </Button>
          }
        >
          {state instanceof Error ? (
            messages(state).map((message) => (
              <p key={message} className="notice notice-danger">
                {message}
              </p>
            ))
          ) : (
            <Report report={state} />
          )}
        </Dialog>
      )}
    </>
  )
}

function Report({ report: { ticket, title, title_error, text, fields, attachments, body, variables } }: { report: DestinationDryRun }) {
  const { t } = useWords()
  const errors = [{ name: t('destination_title'), error: title_error }, ...fields].filter(({ error }) => error !== null)
  return (
    <>
      <p className="notice" role="status">
        {ticket === null ? t('destination_dry_run_invented') : t('destination_dry_run_latest', ticket)}
      </p>
      {errors.map(({ name, error }) => (
        <p key={name} className="notice notice-danger">
          {name}: {t('destination_dry_run_failed', error ?? '')}
        </p>
      ))}
      <Facts
        facts={[
          ...(title === null ? [] : [[t('destination_title'), title] as [string, string]]),
          ...fields.map(({ name, value }): [string, string] => [name, value]),
          ...(attachments.length > 0 ? [[t('destination_dry_run_attachments'), attachments.join(', ')] as [string, string]] : []),
        ]}
      />
      {text !== null && (
        <>
          <h3>{t('destination_dry_run_text')}</h3>
          <pre className="letter">{text}</pre>
        </>
      )}
      <details open={title === null}>
        <summary>{t('destination_dry_run_body')}</summary>
        <pre className="letter">{body}</pre>
      </details>
      <details>
        <summary>{t('destination_variables')}</summary>
        <Facts facts={variables.map(({ name, label, value }) => [`{{ ${name} }}${label === null ? '' : ` – ${label}`}`, value])} />
      </details>
    </>
  )
}

interface VariablePickerProps {
  variables: DestinationDryRun['variables']
  /** Label of the field into which the variable is inserted. */
  about: string
  value: string
  onChange: (value: string) => void
}

/**
 * Inserts a variable at the end of a template. Operators need not know the codes of the form's questions. A button inserts,
 * because with the keyboard a list changes its value at each press of an arrow.
 */
export function VariablePicker({ variables, about, value, onChange }: VariablePickerProps) {
  const { t } = useWords()
  const [chosen, setChosen] = useState('')
  if (variables.length === 0) return null
  function insert(): void {
    // The choice stays, so that the button stays enabled and keeps the focus.
    onChange(`${value}${value === '' || value.endsWith(' ') ? '' : ' '}{{ ${chosen} }}`)
  }
  return (
    <div className="destination-variable">
      <select className="control" aria-label={`${t('destination_variable')}: ${about}`} value={chosen} onChange={({ target }) => setChosen(target.value)}>
        <option value="">{t('destination_variable')}</option>
        {variables.map(({ name, label }) => (
          <option key={name} value={name}>
            {label === null ? name : `${label} (${name})`}
          </option>
        ))}
      </select>
      <Button disabled={chosen === ''} aria-label={`${t('destination_variable_insert')}: ${about}`} onClick={insert}>
        {t('destination_variable_insert')}
      </Button>
    </div>
  )
}
