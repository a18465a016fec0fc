import type { ShownCredential } from '@sportello/contract'
import { useMemo, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { usePermissions } from '../../account.ts'
import { manage } from '../../call.ts'
import type { Column } from '../../ui/column.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { useIsoDateTimeFormat } from '../../ui/date-time-format.ts'
import { TextInput, useEditForm } from '../../ui/edit-form.tsx'
import { EditModal } from '../../ui/edit-modal.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { useWords } from '../../words.tsx'
import { type OneTimeSecrets, OneTimeSecretsDialog } from './one-time-secrets-dialog.tsx'
import { belowForm, type PeopleForm, useRefreshPeople } from './people-calls.ts'
import { RevokeModal } from './revoke-modal.tsx'
import { usePeopleList } from './use-people-list.tsx'

const SORTED = ['created']

const nameOf = ({ id, description }: ShownCredential) => description || id

/**
 * Tab that lists a form's credentials. Partners' systems use them to call the form (wire contract, section "The access
 * modes, settled": B2B).
 */
export function CredentialsTab({ form }: { form: PeopleForm }) {
  const { t } = useWords()
  const may = usePermissions()
  const formatDateTime = useIsoDateTimeFormat()
  const { table } = usePeopleList<ShownCredential>(form, 'credentials', { filters: [], sorted: SORTED, natural: '-created' })
  const [task, setTask] = useState<'make' | ShownCredential | null>(null)
  const [made, setMade] = useState<OneTimeSecrets | null>(null)
  const takesPartners = form.auth_type.includes('B2B')
  const columns = useMemo<Column<ShownCredential>[]>(
    () => [
      { key: 'description', header: t('credential_description'), text: nameOf, filter: false },
      {
        key: 'state',
        header: t('operator_state'),
        text: ({ revoked_at }) => t(revoked_at === null ? 'credential_state_valid' : 'credential_state_revoked'),
        cell: ({ revoked_at }) => (
          <span className={`badge state-${revoked_at === null ? 'sent' : 'failed'}`}>
            {t(revoked_at === null ? 'credential_state_valid' : 'credential_state_revoked')}
          </span>
        ),
        filter: false,
      },
      { key: 'made_by', header: t('made_by'), text: ({ made_by }) => made_by ?? t('made_by_command'), filter: false },
      { key: 'created', header: t('token_created_at'), text: ({ created_at }) => formatDateTime(created_at), filter: false, sort: 'down' },
      { key: 'used', header: t('credential_last_used'), text: ({ last_used_at }) => formatDateTime(last_used_at), filter: false },
    ],
    [t, formatDateTime],
  )
  return (
    <>
      {!takesPartners && <p className="notice notice-warning">{t('people_not_listed', 'B2B')}</p>}
      <p className="hint">{t('credential_text')}</p>
      <DataTable
        {...table}
        name={t('people_credentials')}
        columns={columns}
        tools={
          may.change &&
          takesPartners && (
            <Button weight="primary" onClick={() => setTask('make')}>
              {t('credential_make')}
            </Button>
          )
        }
        {...(may.change && {
          actions: (credential: ShownCredential, about: string) => (
            <RowButton about={about} disabled={credential.revoked_at !== null} onClick={() => setTask(credential)}>
              {t('token_revoke')}
            </RowButton>
          ),
        })}
      />
      {task === 'make' && <MakeModal form={form} onMade={setMade} onClose={() => setTask(null)} />}
      {task !== null && task !== 'make' && (
        <RevokeModal
          form={form}
          what="credentials"
          id={task.id}
          title={t('credential_revoke')}
          text={t('credential_revoke_text', nameOf(task))}
          name={nameOf(task)}
          onClose={() => setTask(null)}
        />
      )}
      {made && <OneTimeSecretsDialog {...made} onClose={() => setMade(null)} />}
    </>
  )
}

function MakeModal({ form, onMade, onClose }: { form: PeopleForm; onMade: (made: OneTimeSecrets) => void; onClose: () => void }) {
  const { t } = useWords()
  const refresh = useRefreshPeople()
  const draft = useEditForm({ description: '' }, (now) => ({ description: now.description.trim() === '' ? '' : undefined }))
  const description = draft.watch('description')
  async function make(): Promise<void> {
    const { credential } = await manage<{ credential: string }>('POST', belowForm(form, 'credentials'), { body: { description } })
    await refresh('credentials')
    onMade({
      title: t('credential_made'),
      columns: [t('credential_description'), 'credential'],
      rows: [[description, credential]],
      file: `credential-${form.code_form}.csv`,
    })
  }
  return (
    <EditModal
      title={t('credential_make')}
      size="small"
      form={draft}
      saveLabel={t('credential_make')}
      save={make}
      done={t('credential_made')}
      onClose={onClose}
    >
      <TextInput label={t('credential_description')} name="description" required maxLength={200} hint={t('credential_description_hint')} />
    </EditModal>
  )
}
