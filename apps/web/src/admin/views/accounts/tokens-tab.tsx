import { MAX_TOKEN_ROWS, type ShownToken, TOKEN_STATES } from '@sportello/contract'
import { useMemo, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { usePermissions } from '../../account.ts'
import { manage } from '../../call.ts'
import type { Column } from '../../ui/column.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { useIsoDateTimeFormat } from '../../ui/date-time-format.ts'
import { EditModal } from '../../ui/edit-modal.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useWords } from '../../words.tsx'
import { knownLines } from './known-text.ts'
import { type OneTimeSecrets, OneTimeSecretsDialog } from './one-time-secrets-dialog.tsx'
import { belowForm, type PeopleForm, useRefreshPeople } from './people-calls.ts'
import { TableModal, type TableResult } from './table-modal.tsx'
import { type AskedField, TokenModal } from './token-modal.tsx'
import { usePeopleList } from './use-people-list.tsx'

type Task = { mode: 'add' } | { mode: 'table' } | { mode: 'revoke' | 'restore' | 'delete'; token: ShownToken }
type Asked = readonly AskedField[]

const BADGES = { unused: 'queued', used: 'sent', revoked: 'failed' } as const

/**
 * Returns the known data about the person to whom a login token belongs. If no data are known, returns the token's id.
 * The dashboard cannot show the token itself again.
 */
const bearerOf = ({ id, fields, metadata }: ShownToken) => knownLines({ ...fields, ...metadata }).join(', ') || id

const FILTERS = ['known', 'state']
const SORTED = ['created']

/** Tab of the accounts view that lists the login tokens of a form. */
export function TokensTab({ form }: { form: PeopleForm }) {
  const { t } = useWords()
  const may = usePermissions()
  const formatDateTime = useIsoDateTimeFormat()
  const { table, first } = usePeopleList<ShownToken, { asked: Asked }>(form, 'tokens', { filters: FILTERS, sorted: SORTED, natural: '-created' })
  const [task, setTask] = useState<Task | null>(null)
  const [made, setMade] = useState<OneTimeSecrets | null>(null)
  const columns = useMemo<Column<ShownToken>[]>(
    () => [
      { key: 'known', header: t('token_bearer'), text: bearerOf },
      {
        key: 'state',
        header: t('operator_state'),
        text: ({ state }) => t(`token_state_${state}`),
        cell: ({ state }) => <span className={`badge state-${BADGES[state]}`}>{t(`token_state_${state}`)}</span>,
        filter: TOKEN_STATES.map((value) => ({ value, label: t(`token_state_${value}`) })),
      },
      { key: 'single', header: t('token_single_use'), text: ({ single_use }) => t(single_use ? 'yes' : 'no'), filter: false },
      { key: 'used', header: t('token_used_at'), text: ({ used_at }) => formatDateTime(used_at), filter: false },
      { key: 'created', header: t('token_created_at'), text: ({ created_at }) => formatDateTime(created_at), filter: false, sort: 'down' },
    ],
    [t, formatDateTime],
  )
  return (
    <>
      {!form.auth_type.includes('TOKEN_LOGIN') && <p className="notice notice-warning">{t('people_not_listed', 'TOKEN_LOGIN')}</p>}
      <DataTable
        {...table}
        name={t('people_tokens')}
        columns={columns}
        emptyHint={may.change ? t('people_empty_hint') : undefined}
        tools={
          may.change && (
            <>
              <Button weight="primary" onClick={() => setTask({ mode: 'add' })}>
                {t('token_make')}
              </Button>
              <Button onClick={() => setTask({ mode: 'table' })}>{t('table_upload')}</Button>
            </>
          )
        }
        {...(may.change && {
          actions: (token: ShownToken, about: string) => (
            <>
              <RowButton about={about} onClick={() => setTask({ mode: token.state === 'revoked' ? 'restore' : 'revoke', token })}>
                {t(token.state === 'revoked' ? 'token_restore' : 'token_revoke')}
              </RowButton>
              <RowButton about={about} onClick={() => setTask({ mode: 'delete', token })}>
                {t('delete')}
              </RowButton>
            </>
          ),
        })}
      />
      {/* The modal opens only after the first page of tokens has loaded, because that response lists the fields that a
         new token needs. */}
      {task && first && <Doing form={form} task={task} asked={first.asked} onMade={setMade} onClose={() => setTask(null)} />}
      {made && <OneTimeSecretsDialog {...made} onClose={() => setMade(null)} />}
    </>
  )
}

interface DoingProps {
  form: PeopleForm
  task: Task
  asked: Asked
  onMade: (made: OneTimeSecrets) => void
  onClose: () => void
}

function Doing({ form, task, asked, onMade, onClose }: DoingProps) {
  const { t, language } = useWords()
  const refresh = useRefreshPeople()
  const number = (value: number) => value.toLocaleString(language)

  function told({ added, changed, left, made = [] }: TableResult): void {
    void refresh('tokens')
    showToast(t('table_done', number(added), number(changed), number(left)))
    if (made.length === 0) return
    const names = [...new Set(made.flatMap(({ known }) => Object.keys(known)))]
    const rows = made.map(({ token, known }) => [...names.map((name) => known[name] ?? ''), token])
    onMade({ title: t('token_made', number(made.length)), columns: [...names, 'token'], rows, file: `token-${form.code_form}.csv` })
  }
  if (task.mode === 'add') return <TokenModal form={form} asked={asked} onMade={onMade} onClose={onClose} />
  if (task.mode === 'table')
    return <TableModal path={belowForm(form, 'tokens', 'table')} hint={t('table_tokens_hint', number(MAX_TOKEN_ROWS))} onDone={told} onClose={onClose} />
  return <TokenChange form={form} mode={task.mode} token={task.token} onClose={onClose} />
}

interface TokenChangeProps {
  form: PeopleForm
  mode: 'revoke' | 'restore' | 'delete'
  token: ShownToken
  onClose: () => void
}

function TokenChange({ form, mode, token, onClose }: TokenChangeProps) {
  const { t } = useWords()
  const refresh = useRefreshPeople()
  const at = belowForm(form, 'tokens', token.id)
  async function change(): Promise<void> {
    await (mode === 'delete' ? manage('DELETE', at) : manage('PUT', at, { body: { revoked: mode === 'revoke' } }))
    await refresh('tokens')
  }
  return (
    <EditModal
      title={t(`token_${mode}`)}
      size="small"
      danger={mode !== 'restore'}
      saveLabel={mode === 'delete' ? t('delete') : t(`token_${mode}`)}
      save={change}
      done={t(mode === 'delete' ? 'deleted' : 'saved', bearerOf(token))}
      onClose={onClose}
    >
      <p>{t(`token_${mode}_text`, bearerOf(token))}</p>
    </EditModal>
  )
}
