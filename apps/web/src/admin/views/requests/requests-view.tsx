import { type ListedRequest, REQUEST_STATES } from '@sportello/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { useMay } from '../../account.ts'
import { manage } from '../../call.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { useIsoMoment } from '../../ui/moment.ts'
import { Pager } from '../../ui/pager.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { useWords } from '../../words.tsx'
import { ExportButtons } from './export-buttons.tsx'
import { PersonModal } from './person-modal.tsx'
import { RequestModal } from './request-modal.tsx'

interface Page {
  items: ListedRequest[]
  page: number
  total: number
  more: boolean
}

/** What visitors have sent: found by ticket, address, form, state and time. */
export default function RequestsView() {
  const { t } = useWords()
  const moment = useIsoMoment()
  const may = useMay()
  const filters = useFilters()
  const query = queryOf(filters.values)
  const key = JSON.stringify(query)
  const [place, setPlace] = useState({ key, page: 1 })
  // Other filters are another list, which begins at its first page.
  const page = place.key === key ? place.page : 1
  const [person, setPerson] = useState(false)
  const [ticket, setTicket] = useState<string | null>(null)
  const source = useQuery({
    queryKey: ['requests', key, page],
    queryFn: ({ signal }) => manage<Page>('GET', '/requests', { query: { ...query, page }, signal }),
    placeholderData: keepPreviousData,
  })
  const columns = useMemo<Column<ListedRequest>[]>(
    () => [
      { key: 'ticket', header: t('request_ticket'), text: ({ ticket }) => ticket },
      { key: 'form', header: t('request_form'), text: ({ form }) => form },
      {
        key: 'state',
        header: t('request_state'),
        text: ({ state }) => t(`request_state_${state}`),
        cell: ({ state }) => <span className={`badge state-${state}`}>{t(`request_state_${state}`)}</span>,
        filter: REQUEST_STATES.map((state) => ({ value: state, label: t(`request_state_${state}`) })),
      },
      { key: 'email', header: t('request_email'), text: ({ email }) => email ?? '' },
      { key: 'created', header: t('request_created'), text: ({ created_at }) => moment(created_at), filter: false },
    ],
    [t, moment],
  )
  const day = (name: 'from' | 'to') => (
    <label className="inline-field">
      {t(`request_${name}`)}
      <input type="date" className="control" value={filters.values[name] ?? ''} onChange={(event) => filters.set(name, event.target.value)} />
    </label>
  )
  return (
    <>
      <DataTable
        id="requests"
        name={t('view_requests')}
        columns={columns}
        rows={source.data?.items}
        rowKey={(row) => row.ticket}
        source={source}
        filters={filters}
        filteredByServer
        tools={
          <>
            {day('from')}
            {day('to')}
            {may.change && <ExportButtons query={query} />}
            {may.change && <Button onClick={() => setPerson(true)}>{t('person_title')}</Button>}
          </>
        }
        actions={(row, about) => (
          <RowButton about={about} onClick={() => setTicket(row.ticket)}>
            {t('request_open')}
          </RowButton>
        )}
        footer={source.data && <Pager {...source.data} page={page} onPage={(next) => setPlace({ key, page: next })} />}
      />
      {person && <PersonModal onClose={() => setPerson(false)} />}
      {ticket !== null && <RequestModal ticket={ticket} onClose={() => setTicket(null)} />}
    </>
  )
}

type Query = Readonly<Record<string, string | undefined>>

/** The filters as the server takes them: days begin and end by the operator's clock. */
function queryOf({ ticket, form, state, email, from, to }: Query): Query {
  const dayStart = (day: string | undefined, later: number) => {
    const date = day === undefined ? Number.NaN : new Date(`${day}T00:00`)
    if (!(date instanceof Date) || Number.isNaN(date.getTime())) return undefined
    date.setDate(date.getDate() + later)
    return date.toISOString()
  }
  return { ticket, form, state, email, from: dayStart(from, 0), to: dayStart(to, 1) }
}
