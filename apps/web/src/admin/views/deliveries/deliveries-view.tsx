import type { ShownDelivery } from '@sportello/contract'
import { useMemo, useState } from 'react'
import { usePermissions } from '../../account.ts'
import type { Column } from '../../ui/column.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { useIsoDateTimeFormat } from '../../ui/date-time-format.ts'
import { RowButton } from '../../ui/row-button.tsx'
import { useDialogAddress } from '../../ui/use-dialog-address.ts'
import { useFilters } from '../../ui/use-filters.ts'
import { usePagedList } from '../../ui/use-paged-list.tsx'
import { useSort } from '../../ui/use-sort.ts'
import { useWords } from '../../words.tsx'
import { RequestModal } from '../requests/request-modal.tsx'
import { Failure, isRetrying, StateBadge } from './failure.tsx'
import { SendDeliveryAgain } from './send-delivery-again.tsx'

const STATES = ['queued', 'delivered', 'dead'] as const
const SORTED = ['created']

/**
 * View of the tickets that the server delivers to the forms' destinations: queued, delivered, and failed deliveries.
 * Failed deliveries need an operator's attention.
 */
export default function DeliveriesView() {
  const { t, language } = useWords()
  const formatDateTime = useIsoDateTimeFormat()
  const may = usePermissions()
  const filters = useFilters()
  const { form, state, ticket } = filters.values
  const sort = useSort('-created', SORTED)
  const list = usePagedList<ShownDelivery>('deliveries', { form, state, ticket, sort: sort.value })
  const request = useDialogAddress('request')
  const [again, setAgain] = useState<ShownDelivery | null>(null)
  const columns = useMemo<Column<ShownDelivery>[]>(
    () => [
      { key: 'ticket', header: t('request_ticket'), text: (each) => each.ticket, finds: 'equals' },
      { key: 'form', header: t('request_form'), text: (each) => each.form, finds: 'equals' },
      {
        key: 'state',
        header: t('request_state'),
        text: (each) => t(`delivery_state_${each.state}`),
        cell: (each) => <StateBadge of={each} label={t(`delivery_state_${each.state}`)} />,
        filter: STATES.map((each) => ({ value: each, label: t(`delivery_state_${each}`) })),
      },
      { key: 'destination', header: t('delivery_destination'), text: (each) => each.destination, filter: false },
      { key: 'attempts', header: t('mail_attempts'), text: (each) => each.attempts.toLocaleString(language), filter: false, width: '6rem' },
      { key: 'created', header: t('request_created'), text: (each) => formatDateTime(each.created_at), filter: false, sort: 'down' },
      {
        key: 'error',
        header: t('mail_error'),
        text: (each) => each.last_error ?? '',
        cell: (each) => each.last_error && <Failure error={each.last_error} />,
        filter: false,
      },
    ],
    [t, formatDateTime, language],
  )
  return (
    <>
      <DataTable
        id="deliveries"
        name={t('view_deliveries')}
        columns={columns}
        {...list}
        rowKey={({ id }) => id}
        filters={filters}
        sort={sort}
        filteredByServer
        actions={(delivery, about) => (
          <>
            <RowButton about={about} onClick={() => request.open(delivery.ticket)}>
              {t('request_open')}
            </RowButton>
            {may.change && (delivery.state !== 'queued' || isRetrying(delivery)) && (
              <RowButton about={about} onClick={() => setAgain(delivery)}>
                {t(isRetrying(delivery) ? 'retry_now' : 'mail_send')}
              </RowButton>
            )}
          </>
        )}
      />
      {request.shown !== undefined && <RequestModal ticket={request.shown} onClose={request.close} />}
      {again && <SendDeliveryAgain delivery={again} onClose={() => setAgain(null)} />}
    </>
  )
}
