import type { ShownOperator } from '@sportello/contract'
import { OPERATOR_ROLES } from '@sportello/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { manage } from '../../call.ts'
import type { Column } from '../../ui/column.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { useSort } from '../../ui/use-sort.ts'
import { useWords } from '../../words.tsx'
import { type Invitation, InvitationDialog, InviteModal } from './invitation.tsx'
import { OperatorModal, type OperatorTask } from './operator-modal.tsx'

/** View of all operators of the deployment. Only owners can open it. */
export default function OperatorsView() {
  const { t } = useWords()
  const filters = useFilters()
  const sort = useSort('username')
  const [task, setTask] = useState<OperatorTask | null>(null)
  const [inviting, setInviting] = useState<string | null>(null)
  const [invitation, setInvitation] = useState<Invitation | null>(null)
  const source = useQuery({ queryKey: ['operators'], queryFn: ({ signal }) => manage<ShownOperator[]>('GET', '/operators', { signal }) })
  const columns = useMemo<Column<ShownOperator>[]>(() => {
    const [active, disabled, yes, no] = [t('operator_active'), t('operator_disabled'), t('yes'), t('no')]
    return [
      { key: 'username', header: t('username'), text: ({ username }) => username },
      { key: 'name', header: t('operator_name'), text: ({ name, surname }) => [name, surname].filter(Boolean).join(' ') },
      { key: 'email', header: t('operator_email'), text: ({ email }) => email },
      {
        key: 'role',
        header: t('operator_role'),
        text: ({ role, languages }) => [t(`role_${role}`), ...(languages.length > 0 ? [`(${languages.join(', ')})`] : [])].join(' '),
        filter: OPERATOR_ROLES.map((value) => ({ value, label: t(`role_${value}`) })),
        filterValue: ({ role }) => role,
      },
      { key: 'customers', header: t('operator_forms'), text: ({ customers }) => customers?.join(', ') ?? t('operator_all_forms') },
      {
        key: 'state',
        header: t('operator_state'),
        text: (operator) => (operator.disabled ? disabled : active),
        filter: [
          { value: 'active', label: active },
          { value: 'disabled', label: disabled },
        ],
        filterValue: (operator) => (operator.disabled ? 'disabled' : 'active'),
      },
      {
        key: 'authenticator',
        header: t('authenticator'),
        text: ({ authenticator }) => (authenticator ? yes : no),
        filter: [
          { value: 'yes', label: yes },
          { value: 'no', label: no },
        ],
        filterValue: ({ authenticator }) => (authenticator ? 'yes' : 'no'),
      },
    ]
  }, [t])
  return (
    <>
      <DataTable
        id="operators"
        name={t('view_operators')}
        columns={columns}
        rows={source.data}
        rowKey={({ username }) => username}
        source={source}
        filters={filters}
        sort={sort}
        tools={
          <Button weight="primary" onClick={() => setTask({ mode: 'add' })}>
            {t('add')}
          </Button>
        }
        actions={(operator, about) => (
          <>
            <RowButton about={about} onClick={() => setTask({ mode: 'edit', operator })}>
              {t('edit')}
            </RowButton>
            {!operator.disabled && (
              <RowButton about={about} onClick={() => setInviting(operator.username)}>
                {t('operator_invite')}
              </RowButton>
            )}
            <RowButton about={about} onClick={() => setTask({ mode: 'delete', operator })}>
              {t('delete')}
            </RowButton>
          </>
        )}
      />
      {inviting !== null && <InviteModal username={inviting} onInvited={setInvitation} onClose={() => setInviting(null)} />}
      {invitation && <InvitationDialog invitation={invitation} onClose={() => setInvitation(null)} />}
      {task && <OperatorModal task={task} onInvited={setInvitation} onClose={() => setTask(null)} />}
    </>
  )
}
