import { MAX_ACCOUNT_ROWS, type ShownAccount } from '@sportello/contract'
import { useMemo, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { usePermissions } from '../../account.ts'
import type { Column } from '../../ui/column.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { useIsoDateTimeFormat } from '../../ui/date-time-format.ts'
import { RowButton } from '../../ui/row-button.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useWords } from '../../words.tsx'
import { AccountModal, type AccountTask } from './account-modal.tsx'
import { knownLines } from './known-text.ts'
import { type OneTimeSecrets, OneTimeSecretsDialog } from './one-time-secrets-dialog.tsx'
import { belowForm, type PeopleForm, useRefreshPeople } from './people-calls.ts'
import { RecoveryModal } from './recovery-modal.tsx'
import { TableModal } from './table-modal.tsx'
import { usePeopleList } from './use-people-list.tsx'

type Task = AccountTask | { mode: 'recovery'; account: ShownAccount } | { mode: 'table' }

const FILTERS = ['name']
const SORTED = ['name', 'created']

/**
 * Tab that lists the accounts of a form. A visitor logs in to the form with the user name and password of an account.
 */
export function AccountsTab({ form }: { form: PeopleForm }) {
  const { t } = useWords()
  const may = usePermissions()
  const formatDateTime = useIsoDateTimeFormat()
  const { table } = usePeopleList<ShownAccount>(form, 'accounts', { filters: FILTERS, sorted: SORTED, natural: 'name' })
  const [task, setTask] = useState<Task | null>(null)
  const [made, setMade] = useState<OneTimeSecrets | null>(null)
  const end = () => setTask(null)
  const takesLogins = form.auth_type.includes('LOGIN')
  const columns = useMemo<Column<ShownAccount>[]>(
    () => [
      { key: 'name', header: t('username'), text: ({ username }) => username },
      {
        key: 'email',
        header: t('operator_email'),
        text: ({ email }) => email ?? '',
        cell: ({ email }) => <span className="wide-cell">{email}</span>,
        filter: false,
      },
      {
        key: 'known',
        header: t('account_known'),
        text: ({ metadata }) => knownLines(metadata).join(', '),
        cell: ({ metadata }) => <span className="wide-cell">{knownLines(metadata).join(', ')}</span>,
        filter: false,
      },
      {
        key: 'state',
        header: t('operator_state'),
        text: ({ disabled }) => t(disabled ? 'operator_disabled' : 'operator_active'),
        cell: ({ disabled }) => <span className={`badge state-${disabled ? 'failed' : 'sent'}`}>{t(disabled ? 'operator_disabled' : 'operator_active')}</span>,
        filter: false,
      },
      { key: 'created', header: t('token_created_at'), text: ({ created_at }) => formatDateTime(created_at), filter: false, sort: 'down' },
    ],
    [t, formatDateTime],
  )
  return (
    <>
      {!takesLogins && <p className="notice notice-warning">{t('people_not_listed', 'LOGIN')}</p>}
      <DataTable
        {...table}
        name={t('people_accounts')}
        columns={columns}
        emptyHint={may.change ? t('people_empty_hint') : undefined}
        tools={
          may.change && (
            <>
              <Button weight="primary" onClick={() => setTask({ mode: 'add' })}>
                {t('add')}
              </Button>
              <Button onClick={() => setTask({ mode: 'table' })}>{t('table_upload')}</Button>
            </>
          )
        }
        {...(may.change && {
          actions: (account: ShownAccount, about: string) => (
            <>
              <RowButton about={about} onClick={() => setTask({ mode: 'edit', account })}>
                {t('edit')}
              </RowButton>
              <RowButton about={about} disabled={account.disabled || !takesLogins} onClick={() => setTask({ mode: 'recovery', account })}>
                {t('account_link')}
              </RowButton>
              <RowButton about={about} onClick={() => setTask({ mode: 'delete', account })}>
                {t('delete')}
              </RowButton>
            </>
          ),
        })}
      />
      {task && <Doing form={form} task={task} onMade={setMade} onClose={end} />}
      {made && <OneTimeSecretsDialog {...made} onClose={() => setMade(null)} />}
    </>
  )
}

function Doing({ form, task, onMade, onClose }: { form: PeopleForm; task: Task; onMade: (made: OneTimeSecrets) => void; onClose: () => void }) {
  const { t, language } = useWords()
  const refresh = useRefreshPeople()
  if (task.mode === 'table')
    return (
      <TableModal
        path={belowForm(form, 'accounts', 'table')}
        hint={t('table_accounts_hint', MAX_ACCOUNT_ROWS.toLocaleString(language))}
        onDone={({ added, changed, left }) => {
          void refresh('accounts')
          showToast(t('table_done', ...[added, changed, left].map((count) => count.toLocaleString(language))))
        }}
        onClose={onClose}
      />
    )
  if (task.mode !== 'recovery') return <AccountModal form={form} task={task} onClose={onClose} />
  const { username } = task.account
  const link = (url: string): OneTimeSecrets => ({ title: t('account_link_title'), columns: [t('username'), 'url'], rows: [[username, url]], file: 'link.csv' })
  return <RecoveryModal form={form} account={task.account} onLink={(url) => onMade(link(url))} onClose={onClose} />
}
