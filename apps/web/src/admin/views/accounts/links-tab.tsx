import { LINK_STATES, type ShownLink } from '@sportello/contract'
import { useMemo, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { usePermissions } from '../../account.ts'
import { manage } from '../../call.ts'
import type { Column } from '../../ui/column.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { useIsoDateTimeFormat } from '../../ui/date-time-format.ts'
import { AreaInput, useEditForm } from '../../ui/edit-form.tsx'
import { EditModal } from '../../ui/edit-modal.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { useWords } from '../../words.tsx'
import { knownLines } from './known-text.ts'
import { type OneTimeSecrets, OneTimeSecretsDialog } from './one-time-secrets-dialog.tsx'
import { belowForm, type PeopleForm, useRefreshPeople } from './people-calls.ts'
import { RevokeModal } from './revoke-modal.tsx'
import { TableFaults, TableField } from './table-field.tsx'
import { usePeopleList } from './use-people-list.tsx'

const FILTERS = ['known', 'state']
const SORTED = ['created']
const BADGES = { unused: 'queued', used: 'sent', expired: 'awaiting_confirmation', revoked: 'failed' } as const

/**
 * Returns the known data about the person to whom a personal link belongs. If no data are known, returns the link's id.
 */
const bearerOf = ({ id, known }: ShownLink) => knownLines(known).join(', ') || id

/**
 * Tab that lists the personal links of a form. The URL of a link is shown only once, when the link is created (wire
 * contract, section "The access modes, settled", under DYNAMIC and under the mail-out of a survey).
 */
export function LinksTab({ form }: { form: PeopleForm }) {
  const { t } = useWords()
  const may = usePermissions()
  const formatDateTime = useIsoDateTimeFormat()
  const { table } = usePeopleList<ShownLink>(form, 'links', { filters: FILTERS, sorted: SORTED, natural: '-created' })
  const [task, setTask] = useState<'make' | ShownLink | null>(null)
  const [made, setMade] = useState<OneTimeSecrets | null>(null)
  const takesLinks = form.auth_type.includes('DYNAMIC') || form.auth_type.includes('SURVEY')
  const columns = useMemo<Column<ShownLink>[]>(
    () => [
      { key: 'known', header: t('token_bearer'), text: bearerOf },
      {
        key: 'state',
        header: t('operator_state'),
        text: ({ state }) => t(`link_state_${state}`),
        cell: ({ state }) => <span className={`badge state-${BADGES[state]}`}>{t(`link_state_${state}`)}</span>,
        filter: LINK_STATES.map((value) => ({ value, label: t(`link_state_${value}`) })),
      },
      { key: 'made_by', header: t('made_by'), text: ({ made_by }) => made_by ?? t('made_by_command'), filter: false },
      { key: 'created', header: t('token_created_at'), text: ({ created_at }) => formatDateTime(created_at), filter: false, sort: 'down' },
      { key: 'used', header: t('link_used_at'), text: ({ used_at }) => formatDateTime(used_at), filter: false },
      { key: 'expires', header: t('link_expires'), text: ({ expires_at }) => formatDateTime(expires_at), filter: false },
    ],
    [t, formatDateTime],
  )
  return (
    <>
      <p className={takesLinks ? 'hint' : 'notice notice-warning'}>{t(takesLinks ? 'link_text' : 'link_none')}</p>
      <DataTable
        {...table}
        name={t('people_links')}
        columns={columns}
        tools={
          may.change &&
          takesLinks && (
            <Button weight="primary" onClick={() => setTask('make')}>
              {t('link_make')}
            </Button>
          )
        }
        {...(may.change && {
          actions: (link: ShownLink, about: string) => (
            <RowButton about={about} disabled={link.state !== 'unused'} onClick={() => setTask(link)}>
              {t('token_revoke')}
            </RowButton>
          ),
        })}
      />
      {task === 'make' && <LinksModal form={form} onMade={setMade} onClose={() => setTask(null)} />}
      {task !== null && task !== 'make' && (
        <RevokeModal
          form={form}
          what="links"
          id={task.id}
          title={t('link_revoke')}
          text={t('link_revoke_text', bearerOf(task))}
          name={bearerOf(task)}
          onClose={() => setTask(null)}
        />
      )}
      {made && <OneTimeSecretsDialog {...made} onClose={() => setMade(null)} />}
    </>
  )
}

const addressesOf = (text: string) => text.split(/[\s,;]+/).filter(Boolean)

function LinksModal({ form, onMade, onClose }: { form: PeopleForm; onMade: (made: OneTimeSecrets) => void; onClose: () => void }) {
  const { t, language } = useWords()
  const refresh = useRefreshPeople()
  const draft = useEditForm({ people: '', table: '' }, (now) => ({ people: addressesOf(now.people).length === 0 && now.table === '' ? '' : undefined }))
  const { people: addresses, table } = draft.watch()
  const [refusal, setRefusal] = useState<Error | null>(null)
  const people = addressesOf(addresses)

  async function make(): Promise<void> {
    setRefusal(null)
    const body = table === '' ? { people: people.map((email) => ({ email })) } : { table }
    try {
      const links = await manage<{ email: string; url: string }[]>('POST', belowForm(form, 'links'), { body })
      await refresh('links')
      const title = t('link_made', links.length.toLocaleString(language))
      onMade({ title, columns: ['email', 'url'], rows: links.map(({ email, url }) => [email, url]), file: `link-${form.code_form}.csv` })
    } catch (error) {
      if (error instanceof Error) setRefusal(error)
      throw error
    }
  }
  return (
    <EditModal title={t('link_make')} form={draft} saveLabel={t('link_make')} save={make} done={null} onClose={onClose}>
      <TableFaults error={refusal} />
      <AreaInput label={t('link_people')} name="people" hint={t('link_people_hint')} disabled={table !== ''} />
      <TableField
        label={t('table_or_file')}
        hint={t('table_links_hint')}
        onRead={(read) => draft.setValue('table', read, { shouldDirty: true, shouldValidate: true })}
      />
    </EditModal>
  )
}
