import { MAX_TICKET_STATE } from '@sportello/contract'
import { useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { apiAddress } from '../../call.ts'
import { copyText } from '../../ui/copy-text.ts'
import { TextField } from '../../ui/field.tsx'
import { showErrorToast, showToast } from '../../ui/toasts.tsx'
import { useWords } from '../../words.tsx'
import { destinationName, newWebhookSecret } from './destination-draft.ts'
import type { DestinationFieldsProps } from './destination-fields-props.ts'
import { MadeSecret } from './made-secret.tsx'
import { SecretField } from './secret-field.tsx'

/** Fields for the reports of a ticket system about the states of its tickets: the address to which it sends them, and their secret. */
export function DestinationReports({ row, at, secrets, change, form }: DestinationFieldsProps) {
  const { t } = useWords()
  const name = destinationName(row)
  const address = form && apiAddress(`/forms/${encodeURIComponent(form.code_form)}/destinations/${encodeURIComponent(name)}/state`)
  async function copy(): Promise<void> {
    if (address === undefined) return
    if (await copyText(address)) showToast(t('link_copied'))
    else showErrorToast(t('link_not_copied', address))
  }
  return (
    <fieldset className="logo-row destination-attributes">
      <legend>{t('destination_reports')}</legend>
      <p className="hint">{t('destination_reports_hint')}</p>
      {address === undefined ? (
        <p className="hint">{t('destination_reports_unsaved')}</p>
      ) : (
        <div className="destination-address">
          <span>
            {t('destination_reports_address')}: <code className="code">{address}</code>
          </span>
          <Button aria-label={`${t('copy_link')}: ${name}`} onClick={() => void copy()}>
            {t('copy_link')}
          </Button>
        </div>
      )}
      <SecretField
        label={t('destination_state_secret')}
        name={`${at}.state_secret`}
        isSet={secrets.includes(`destination.${name}.state_secret`)}
        value={row.state_secret as string | undefined}
        onChange={(value) => change({ state_secret: value })}
      />
      <MadeSecret label={t('destination_state_secret')} make={newWebhookSecret} value={row.state_secret} onMake={(state_secret) => change({ state_secret })} />
      <DoneStates value={row.done_states as readonly string[] | undefined} name={`${at}.done_states`} onChange={(done_states) => change({ done_states })} />
    </fieldset>
  )
}

interface DoneStatesProps {
  value: readonly string[] | undefined
  name: string
  onChange: (value: readonly string[] | undefined) => void
}

/** Field for the states that mean that the work is done, separated by commas. */
function DoneStates({ value = [], name, onChange }: DoneStatesProps) {
  const { t } = useWords()
  const [text, setText] = useState(value.join(', '))
  function write(next: string): void {
    setText(next)
    const states = next
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean)
    onChange(states.length === 0 ? undefined : [...new Set(states)])
  }
  return (
    <TextField
      label={t('destination_done_states')}
      name={name}
      hint={t('destination_done_states_hint')}
      maxLength={20 * MAX_TICKET_STATE}
      value={text}
      onChange={write}
    />
  )
}
