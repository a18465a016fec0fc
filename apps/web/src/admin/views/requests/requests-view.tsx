import { type ListedRequest, REQUEST_STATES } from '@sportello/contract'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { usePermissions } from '../../account.ts'
import type { Column } from '../../ui/column.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { useIsoDateTimeFormat } from '../../ui/date-time-format.ts'
import { dayBounds } from '../../ui/day-bounds.ts'
import { DayFilters } from '../../ui/day-filters.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { restoreFocus } from '../../ui/restore-focus.ts'
import { RowButton } from '../../ui/row-button.tsx'
import { useDialogAddress } from '../../ui/use-dialog-address.ts'
import { useFilters } from '../../ui/use-filters.ts'
import { usePagedList } from '../../ui/use-paged-list.tsx'
import { useSort } from '../../ui/use-sort.ts'
import { useWords } from '../../words.tsx'
import { DeskBatch } from './desk-batch.tsx'
import { LabelFilter, useDeskColumns } from './desk-columns.tsx'
import { ChangedMark, LiveLine } from './live-line.tsx'
import { RequestLists } from './request-lists.tsx'
import { RequestPanel } from './request-panel.tsx'
import { RequestSearch } from './request-search.tsx'
import { TicketStateBadges } from './ticket-states.tsx'
import { useLiveList } from './use-live-list.ts'

/** Columns that the list of requests shows while one request is open beside it; without those of the desk, and with them. */
const BESIDE_PANEL = { plain: ['ticket', 'state', 'created'], desk: ['ticket', 'state', 'desk'] }

const ExportDialog = lazyDialog(() => import('./export-dialog.tsx'))

const ticketOf = ({ ticket }: ListedRequest) => ticket

const SORTED = ['created', 'form', 'state']

/** View of the visitors' requests. Operators can filter it by ticket, e-mail address, form, state and time. */
export default function RequestsView() {
  const { t } = useWords()
  const formatDateTime = useIsoDateTimeFormat()
  const may = usePermissions()
  const filters = useFilters()
  const sort = useSort('-created', SORTED)
  const { list: ofList, q, ticket: ofTicket, form, state, email, desk, assignee, label, due_before } = filters.values
  const query = { list: ofList, q, ticket: ofTicket, form, state, email, desk, assignee, label, due_before, ...dayBounds(filters.values) }
  const listed = { ...query, sort: sort.value }
  const list = usePagedList<ListedRequest>('requests', listed)
  const live = useLiveList(list, listed)
  const request = useDialogAddress('request')
  const [isExporting, setIsExporting] = useState(false)
  const deskColumns = useDeskColumns()
  const columns = useMemo<Column<ListedRequest>[]>(
    () => [
      { key: 'ticket', header: t('request_ticket'), text: ({ ticket }) => ticket, finds: 'begins' },
      { key: 'form', header: t('request_form'), text: ({ form }) => form, finds: 'equals' },
      {
        key: 'state',
        header: t('request_state'),
        text: ({ state }) => t(`request_state_${state}`),
        cell: ({ ticket, state, trouble, ticket_states }) => (
          <span>
            <span className={`badge state-${state}`}>{t(`request_state_${state}`)}</span>
            {trouble && <span className={`badge state-${trouble}`}>{t(`trouble_${trouble}`)}</span>}
            <TicketStateBadges states={ticket_states} />
            <ChangedMark change={live.changes.get(ticket)} />
          </span>
        ),
        filter: REQUEST_STATES.map((state) => ({ value: state, label: t(`request_state_${state}`) })),
      },
      ...deskColumns,
      { key: 'email', header: t('request_email'), text: ({ email }) => email ?? '', finds: 'begins' },
      { key: 'created', header: t('request_created'), text: ({ created_at }) => formatDateTime(created_at), filter: false, sort: 'down' },
    ],
    [t, formatDateTime, deskColumns, live.changes],
  )
  const { shown } = request
  const tickets = list.rows?.map(({ ticket }) => ticket) ?? []
  const at = shown === undefined ? -1 : tickets.indexOf(shown)
  const moveTo = (ticket: string | undefined) => (at < 0 || ticket === undefined ? undefined : () => request.replace(ticket))
  useFocusOnClose(shown)
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const selected = list.rows?.filter(({ ticket }) => marked.has(ticket)) ?? []
  return (
    <div className={shown === undefined ? 'requests' : 'requests requests-open'}>
      <div className="requests-list">
        <RequestLists values={filters.values} sort={sort.value} />
        {deskColumns.length > 0 && <LiveLine live={live} open={shown} />}
        {selected.length > 0 && <DeskBatch requests={selected} onDone={() => setMarked(new Set())} />}
        <DataTable
          id="requests"
          name={t('view_requests')}
          columns={shown === undefined ? columns : columns.filter(({ key }) => BESIDE_PANEL[deskColumns.length > 0 ? 'desk' : 'plain'].includes(key))}
          {...list}
          rowKey={(row) => row.ticket}
          filters={filters}
          sort={sort}
          filteredByServer
          selection={may.work && deskColumns.length > 0 && shown === undefined ? { keys: marked, key: ticketOf, onChange: setMarked } : undefined}
          tools={
            <>
              <RequestSearch filters={filters} />
              <DayFilters filters={filters} />
              <LabelFilter filters={filters} />
              {may.change && <Button onClick={() => setIsExporting(true)}>{t('export')}</Button>}
            </>
          }
          actions={(row, about) => (
            <RowButton
              about={about}
              data-request={row.ticket}
              aria-current={row.ticket === shown ? 'true' : undefined}
              onClick={() => request.open(row.ticket)}
            >
              {t('request_open')}
            </RowButton>
          )}
        />
      </div>
      {isExporting && <ExportDialog filters={filters.values} onClose={() => setIsExporting(false)} />}
      {shown !== undefined && <RequestPanel ticket={shown} onPrevious={moveTo(tickets[at - 1])} onNext={moveTo(tickets[at + 1])} onClose={request.close} />}
    </div>
  )
}

/** When the request panel closes, moves the focus to the row of the request that was last shown in it. */
function useFocusOnClose(shown: string | undefined): void {
  const last = useRef<string>(undefined)
  useEffect(() => {
    const closed = last.current
    last.current = shown
    if (shown !== undefined || closed === undefined) return
    document.querySelector<HTMLElement>(`[data-request="${CSS.escape(closed)}"]`)?.focus()
    restoreFocus()
  }, [shown])
}
