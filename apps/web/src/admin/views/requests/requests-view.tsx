import { type ListedRequest, REQUEST_STATES } from '@sportello/contract'
import { useMemo } from 'react'
import { usePermissions } from '../../account.ts'
import type { Column } from '../../ui/column.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { useIsoDateTimeFormat } from '../../ui/date-time-format.ts'
import { dayBounds } from '../../ui/day-bounds.ts'
import { DayFilters } from '../../ui/day-filters.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { useDialogAddress } from '../../ui/use-dialog-address.ts'
import { useFilters } from '../../ui/use-filters.ts'
import { usePagedList } from '../../ui/use-paged-list.tsx'
import { useSort } from '../../ui/use-sort.ts'
import { useWords } from '../../words.tsx'
import { ExportButtons } from './export-buttons.tsx'
import { RequestModal } from './request-modal.tsx'

const SORTED = ['created', 'form', 'state']

/** View of the visitors' requests, with filters by ticket, e-mail address, form, state and time. */
export default function RequestsView() {
  const { t } = useWords()
  const formatDateTime = useIsoDateTimeFormat()
  const may = usePermissions()
  const filters = useFilters()
  const sort = useSort('-created', SORTED)
  const { ticket: ofTicket, form, state, email } = filters.values
  const query = { ticket: ofTicket, form, state, email, ...dayBounds(filters.values) }
  const list = usePagedList<ListedRequest>('requests', { ...query, sort: sort.value })
  const request = useDialogAddress('request')
  const columns = useMemo<Column<ListedRequest>[]>(
    () => [
      { key: 'ticket', header: t('request_ticket'), text: ({ ticket }) => ticket, finds: 'begins' },
      { key: 'form', header: t('request_form'), text: ({ form }) => form, finds: 'equals' },
      {
        key: 'state',
        header: t('request_state'),
        text: ({ state }) => t(`request_state_${state}`),
        cell: ({ state, trouble }) => (
          <>
            <span className={`badge state-${state}`}>{t(`request_state_${state}`)}</span>
            {trouble && <span className={`badge state-${trouble}`}>{t(`trouble_${trouble}`)}</span>}
          </>
        ),
        filter: REQUEST_STATES.map((state) => ({ value: state, label: t(`request_state_${state}`) })),
      },
      { key: 'email', header: t('request_email'), text: ({ email }) => email ?? '', finds: 'begins' },
      { key: 'created', header: t('request_created'), text: ({ created_at }) => formatDateTime(created_at), filter: false, sort: 'down' },
    ],
    [t, formatDateTime],
  )
  return (
    <>
      <DataTable
        id="requests"
        name={t('view_requests')}
        columns={columns}
        {...list}
        rowKey={(row) => row.ticket}
        filters={filters}
        sort={sort}
        filteredByServer
        tools={
          <>
            <DayFilters filters={filters} />
            {may.change && <ExportButtons query={query} />}
          </>
        }
        actions={(row, about) => (
          <RowButton about={about} onClick={() => request.open(row.ticket)}>
            {t('request_open')}
          </RowButton>
        )}
      />
      {request.shown !== undefined && <RequestModal ticket={request.shown} onClose={request.close} />}
    </>
  )
}
