import type { ShownDelivery } from '@sportello/contract'
import { useMemo, useState } from 'react'
import { useMay } from '../../account.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { useIsoMoment } from '../../ui/moment.ts'
import { RowButton } from '../../ui/row-button.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { usePagedList } from '../../ui/use-paged-list.tsx'
import { useSort } from '../../ui/use-sort.ts'
import { useWords } from '../../words.tsx'
import { RequestModal } from '../requests/request-modal.tsx'
import { SendDeliveryAgain } from './send-delivery-again.tsx'

const STATES = ['queued', 'delivered', 'dead'] as const
const SORTED = ['created']

/** Tickets on their way to the destinations of forms, those that have arrived, and those that were given up and wait for a person. */
export default function DeliveriesView() {
  const { t, language } = useWords()
  const moment = useIsoMoment()
  const may = useMay()
  const filters = useFilters()
  const { form, state, ticket } = filters.values
  const sort = useSort('-created', SORTED)
  const list = usePagedList<ShownDelivery>('deliveries', { form, state, ticket, sort: sort.value })
  const [shown, setShown] = useState<string | null>(null)
  const [again, setAgain] = useState<ShownDelivery | null>(null)
  const columns = useMemo<Column<ShownDelivery>[]>(
    () => [
      { key: 'ticket', header: t('request_ticket'), text: (each) => each.ticket },
      { key: 'form', header: t('request_form'), text: (each) => each.form },
      {
        key: 'state',
        header: t('request_state'),
        text: (each) => t(`delivery_state_${each.state}`),
        cell: (each) => <span className={`badge state-${each.state}`}>{t(`delivery_state_${each.state}`)}</span>,
        filter: STATES.map((each) => ({ value: each, label: t(`delivery_state_${each}`) })),
      },
      { key: 'destination', header: t('delivery_destination'), text: (each) => each.destination, filter: false },
      { key: 'attempts', header: t('mail_attempts'), text: (each) => each.attempts.toLocaleString(language), filter: false, width: '6rem' },
      { key: 'created', header: t('request_created'), text: (each) => moment(each.created_at), filter: false, sort: 'down' },
      { key: 'error', header: t('mail_error'), text: (each) => each.last_error ?? '', filter: false },
    ],
    [t, moment, language],
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
            <RowButton about={about} onClick={() => setShown(delivery.ticket)}>
              {t('request_open')}
            </RowButton>
            {may.change && delivery.state !== 'queued' && (
              <RowButton about={about} onClick={() => setAgain(delivery)}>
                {t('mail_send')}
              </RowButton>
            )}
          </>
        )}
      />
      {shown && <RequestModal ticket={shown} onClose={() => setShown(null)} />}
      {again && <SendDeliveryAgain delivery={again} onClose={() => setAgain(null)} />}
    </>
  )
}
