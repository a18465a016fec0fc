import { LANGUAGES } from '@sportello/contract'
import { useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { useWords } from '../../words.tsx'
import { destinationName, newWebhookSecret } from './destination-draft.ts'
import { useVariables, VariablePicker } from './destination-dry-run.tsx'
import type { DestinationFieldsProps } from './destination-fields-props.ts'
import { DestinationReports } from './destination-reports.tsx'
import { MadeSecret } from './made-secret.tsx'
import { SecretField } from './secret-field.tsx'

/** Fields of a ticket destination. Which fields are shown depends on the kind of destination. */
export function DestinationFields(props: DestinationFieldsProps) {
  switch (props.row.kind) {
    case 'email':
      return <DeskFields {...props} />
    case 'webhook':
      return <WebhookFields {...props} />
    default:
      return <TicketSystemFields {...props} />
  }
}

function useField({ row, at, change, secrets }: DestinationFieldsProps) {
  const text = (key: string) => ({ name: `${at}.${key}`, value: String(row[key] ?? ''), onChange: (value: string) => change({ [key]: value }) })
  const secret = (key: string) => ({
    name: `${at}.${key}`,
    isSet: secrets.includes(`destination.${destinationName(row)}.${key}`),
    value: row[key] as string | undefined,
    onChange: (value: string | undefined) => change({ [key]: value }),
  })
  return { text, secret }
}

function DeskFields(props: DestinationFieldsProps) {
  const { t, languages } = useWords()
  const { text } = useField(props)
  const own = { value: '', label: t('destination_language_own') }
  const named = LANGUAGES.map((value) => ({ value, label: languages.find(({ code }) => code === value)?.label ?? value }))
  return (
    <>
      <TextField label={t('destination_address')} type="email" required maxLength={254} {...text('address')} />
      <SelectField label={t('destination_language')} choices={[own, ...named]} {...text('lang_code')} />
    </>
  )
}

function WebhookFields(props: DestinationFieldsProps) {
  const { t } = useWords()
  const { text, secret } = useField(props)
  return (
    <>
      <TextField label="URL" type="url" required maxLength={2_000} {...text('url')} />
      <SecretField label={t('destination_secret')} required {...secret('secret')} />
      <SecretField label={t('destination_secret_previous')} {...secret('previous_secret')} />
      <MadeSecret make={newWebhookSecret} value={props.row.secret} onMake={(secret) => props.change({ secret })} />
      <DestinationReports {...props} />
    </>
  )
}

/** Fields of a destination that opens tickets in another product: its URL, its secrets, its own fields, the ticket's texts. */
function TicketSystemFields(props: DestinationFieldsProps) {
  const { t } = useWords()
  const { text, secret } = useField(props)
  const { kind } = props.row
  const variables = useVariables(props.form?.id)
  return (
    <>
      <TextField label="URL" type="url" required maxLength={2_000} {...text('url')} />
      <SecretField label={t(kind === 'redmine' || kind === 'osticket' ? 'destination_api_key' : 'destination_token')} required {...secret('token')} />
      <OwnFields {...props} />
      <div className="destination-template">
        <TextField label={t('destination_title')} maxLength={500} hint={t('destination_title_hint')} {...text('title')} />
        <VariablePicker variables={variables} about={t('destination_title')} value={text('title').value} onChange={text('title').onChange} />
      </div>
      <Attributes {...props} variables={variables} />
      <DestinationReports {...props} />
    </>
  )
}

/** Numbers by which ticket systems identify their objects. */
const OBJECT_ID = { inputMode: 'numeric', pattern: '[1-9][0-9]*', maxLength: 10 } as const

/** Fields that only one ticket system has. */
function OwnFields(props: DestinationFieldsProps) {
  const { t } = useWords()
  const { text, secret } = useField(props)
  const customer = { label: t('destination_customer'), type: 'email', maxLength: 254, hint: t('destination_customer_hint'), ...text('customer') } as const
  switch (props.row.kind) {
    case 'zammad':
      return (
        <>
          <TextField label={t('destination_group')} required maxLength={160} {...text('group')} />
          <TextField {...customer} />
        </>
      )
    case 'redmine':
      return (
        <>
          <TextField label={t('destination_project')} required pattern="[a-z0-9_\-]+" maxLength={100} {...text('project')} />
          <TextField label={t('destination_tracker')} hint={t('destination_tracker_hint')} {...OBJECT_ID} {...text('tracker')} />
        </>
      )
    case 'osticket':
      return (
        <>
          <TextField label={t('destination_topic')} {...OBJECT_ID} {...text('topic')} />
          <TextField required {...customer} />
        </>
      )
    case 'jira':
      return (
        <>
          <TextField label={t('destination_account')} type="email" maxLength={254} hint={t('destination_account_hint')} {...text('account')} />
          <TextField label={t('destination_service_desk')} required {...OBJECT_ID} {...text('service_desk')} />
          <TextField label={t('destination_request_type')} required {...OBJECT_ID} {...text('request_type')} />
        </>
      )
    default:
      return <SecretField label={t('destination_app_token')} {...secret('app_token')} />
  }
}

/**
 * Fields for the ticket attributes of a ticket system. Each attribute has a name and a value; an attribute without
 * a name is not sent to the server.
 */
function Attributes({ row, at, change, variables }: DestinationFieldsProps & { variables: ReturnType<typeof useVariables> }) {
  const { t } = useWords()
  const [pairs, setPairs] = useState(() => Object.entries((row.fields ?? {}) as Record<string, string>))
  function set(next: typeof pairs): void {
    setPairs(next)
    const named = next.filter(([key]) => key.trim() !== '')
    change({ fields: named.length === 0 ? undefined : Object.fromEntries(named) })
  }
  const write = (place: number, pair: [string, string]) => set(pairs.map((each, index) => (index === place ? pair : each)))
  return (
    <fieldset className="logo-row destination-attributes">
      <legend>{t('destination_fields')}</legend>
      {pairs.map(([key, value], place) => {
        const number = String(place + 1)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an attribute has no other identity while its name is typed
          <div key={place} className="field-pair">
            <TextField
              label={t('destination_field_key', number)}
              name={`${at}.fields.${key}.key`}
              pattern="[a-z][a-z0-9_]*"
              maxLength={64}
              value={key}
              onChange={(next) => write(place, [next, value])}
            />
            <TextField
              label={t('destination_field_value', number)}
              name={`${at}.fields.${key}`}
              maxLength={2_000}
              value={value}
              onChange={(next) => write(place, [key, next])}
            />
            <VariablePicker variables={variables} about={t('destination_field_value', number)} value={value} onChange={(next) => write(place, [key, next])} />
            <Button onClick={() => set(pairs.filter((_, index) => index !== place))} aria-label={`${t('form_remove')}: ${t('destination_field_key', number)}`}>
              {t('form_remove')}
            </Button>
          </div>
        )
      })}
      <div>
        <Button onClick={() => setPairs([...pairs, ['', '']])}>{t('destination_field_add')}</Button>
      </div>
    </fieldset>
  )
}
