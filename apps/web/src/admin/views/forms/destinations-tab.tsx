import type { ShownForm } from '@sportello/contract'
import { useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { useWords } from '../../words.tsx'
import {
  changedRow,
  DESTINATION_KINDS,
  type DestinationDraft,
  type DestinationKind,
  destinationName,
  destinationOf,
  destinationRows,
  MAX_DESTINATIONS,
} from './destination-draft.ts'
import { DryRunButton } from './destination-dry-run.tsx'
import { DestinationFields } from './destination-fields.tsx'
import { DestinationTest } from './destination-test.tsx'
import type { FormDraft } from './form-draft.ts'
import type { TabProps } from './form-tab.tsx'

/**
 * Tab with the destinations of a form's tickets. The server sends each ticket to these destinations in addition to the
 * built-in list of requests (docs/webhooks.md). The operator can test a destination after saving it.
 */
export default function DestinationsTab({ draft, change, secrets, form }: TabProps & { form: ShownForm | undefined }) {
  const { t } = useWords()
  const given = draft.params.destination
  const rows = destinationRows(given)
  // React keys of the destinations, one for each row. They let each row keep its own state when another row is removed.
  const [ids, setIds] = useState(() => rows.map(() => crypto.randomUUID()))
  const saved = destinationRows(form?.params.destination as FormDraft['params']['destination']).map((row) => JSON.stringify(row))
  const set = (next: readonly DestinationDraft[]) => change({ params: { ...draft.params, destination: destinationOf(next, given) } as FormDraft['params'] })
  const isAlone = !Array.isArray(given)

  function add(): void {
    setIds([...ids, crypto.randomUUID()])
    set([...rows, { kind: 'email' }])
  }
  function remove(place: number): void {
    setIds(ids.filter((_, index) => index !== place))
    set(rows.filter((_, index) => index !== place))
  }
  return (
    <>
      <p className="hint">{t('destinations_hint')}</p>
      {rows.length === 0 && <p className="hint">{t('destination_none')}</p>}
      {rows.map((row, place) => (
        <DestinationRow
          key={ids[place]}
          {...{ row, place, secrets, form }}
          at={isAlone ? 'params.destination' : `params.destination.${place}`}
          tested={form && saved.includes(JSON.stringify(row)) ? form.id : undefined}
          change={(part) => set(rows.map((each, index) => (index === place ? changedRow(each, part) : each)))}
          onRemove={() => remove(place)}
        />
      ))}
      {rows.length < MAX_DESTINATIONS && (
        <div>
          <Button onClick={add}>{t('destination_add')}</Button>
        </div>
      )}
    </>
  )
}

interface DestinationRowProps {
  row: DestinationDraft
  place: number
  at: string
  secrets: readonly string[]
  /**
   * Id of the form whose destination the operator can test. Undefined if the destination is not saved yet, because the
   * server
   * tests only saved destinations.
   */
  tested: string | undefined
  form: ShownForm | undefined
  change: (part: Readonly<Record<string, unknown>>) => void
  onRemove: () => void
}

function DestinationRow({ row, place, at, secrets, tested, form, change, onRemove }: DestinationRowProps) {
  const { t } = useWords()
  const number = t('destination_number', String(place + 1))
  return (
    <fieldset className="logo-row destination-row">
      <legend>{number}</legend>
      <SelectField
        label={t('destination_kind')}
        name={`${at}.kind`}
        choices={DESTINATION_KINDS.map((value) => ({ value, label: t(`destination_kind_${value}`) }))}
        value={row.kind}
        onChange={(kind) => change({ kind: kind as DestinationKind })}
      />
      <TextField
        label={t('destination_name')}
        name={`${at}.name`}
        maxLength={32}
        hint={t('destination_name_hint', row.kind)}
        value={row.name ?? ''}
        onChange={(name) => change({ name })}
      />
      <DestinationFields key={row.kind} {...{ row, at, secrets, change, form }} />
      <div className="destination-actions">
        {form && <DryRunButton form={form.id} row={row} />}
        {row.kind !== 'email' && (tested ? <DestinationTest form={tested} name={destinationName(row)} /> : <p className="hint">{t('destination_unsaved')}</p>)}
        <Button onClick={onRemove} aria-label={`${t('form_remove')}: ${number}`}>
          {t('form_remove')}
        </Button>
      </div>
    </fieldset>
  )
}
