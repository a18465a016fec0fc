import type { ShownDelivery } from '@sportello/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useMay } from '../../account.ts'
import { manage } from '../../call.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { useIsoMoment } from '../../ui/moment.ts'
import { Pager } from '../../ui/pager.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { useWords } from '../../words.tsx'
import { RequestModal } from '../requests/request-modal.tsx'
import { SendDeliveryAgain } from './send-delivery-again.tsx'

const STATES = ['queued', 'delivered', 'dead'] as const

interface Page {
  items: ShownDelivery[]
  page: number
  total: number
  more: boolean
}

/** Tickets on their way to the destinations of forms, those that have arrived, and those that were given up and wait for a person. */
export default function DeliveriesView() {
  const { t, language } = useWords()
  const moment = useIsoMoment()
  const may = useMay()
  const filters = useFilters()
  const { form, state, ticket } = filters.values
  const key = JSON.stringify([form, state, ticket])
  const [place, setPlace] = useState({ key, page: 1 })
  const page = place.key === key ? place.page : 1
  const [shown, setShown] = useState<string | null>(null)
  const [again, setAgain] = useState<ShownDelivery | null>(null)
  const source = useQuery({
    queryKey: ['deliveries', key, page],
    queryFn: ({ signal }) => manage<Page>('GET', '/deliveries', { query: { form, state, ticket, page }, signal }),
    placeholderData: keepPreviousData,
  })
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
      { key: 'created', header: t('request_created'), text: (each) => moment(each.created_at), filter: false },
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
        rows={source.data?.items}
        rowKey={({ id }) => id}
        source={source}
        filters={filters}
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
        footer={source.data && <Pager {...source.data} page={page} onPage={(next) => setPlace({ key, page: next })} />}
      />
      {shown && <RequestModal ticket={shown} onClose={() => setShown(null)} />}
      {again && <SendDeliveryAgain delivery={again} onClose={() => setAgain(null)} />}
    </>
  )
}
