import type { ListedMail } from '@sportello/contract'
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
import { kindOf, MailModal, maySendAgain, SendAgain } from './mail-modal.tsx'

const STATES = ['queued', 'sent', 'kept', 'failed'] as const

interface Page {
  items: ListedMail[]
  page: number
  total: number
  more: boolean
}

/** Mails that wait, have left, are kept, and those that were given up and wait for a person. */
export default function MailsView() {
  const { t } = useWords()
  const moment = useIsoMoment()
  const may = useMay()
  const filters = useFilters()
  const { form, state, recipient } = filters.values
  const key = JSON.stringify([form, state, recipient])
  const [place, setPlace] = useState({ key, page: 1 })
  const page = place.key === key ? place.page : 1
  const [shown, setShown] = useState<string | null>(null)
  const [again, setAgain] = useState<ListedMail | null>(null)
  const source = useQuery({
    queryKey: ['mails', key, page],
    queryFn: ({ signal }) => manage<Page>('GET', '/mails', { query: { form, state, recipient, page }, signal }),
    placeholderData: keepPreviousData,
  })
  const columns = useMemo<Column<ListedMail>[]>(
    () => [
      { key: 'recipient', header: t('mail_recipient'), text: (mail) => mail.recipient },
      { key: 'form', header: t('request_form'), text: (mail) => mail.form },
      {
        key: 'state',
        header: t('request_state'),
        text: (mail) => t(`mail_state_${mail.state}`),
        cell: (mail) => <span className={`badge state-${mail.state}`}>{t(`mail_state_${mail.state}`)}</span>,
        filter: STATES.map((each) => ({ value: each, label: t(`mail_state_${each}`) })),
      },
      { key: 'kind', header: t('mail_kind'), text: (mail) => t(`mail_kind_${kindOf(mail.kind)}`), filter: false },
      { key: 'ticket', header: t('request_ticket'), text: (mail) => mail.ticket ?? '', filter: false },
      { key: 'created', header: t('request_created'), text: (mail) => moment(mail.created_at), filter: false },
      { key: 'error', header: t('mail_error'), text: (mail) => mail.last_error ?? '', filter: false },
    ],
    [t, moment],
  )
  return (
    <>
      <DataTable
        id="mails"
        name={t('view_mails')}
        columns={columns}
        rows={source.data?.items}
        rowKey={({ id }) => id}
        source={source}
        filters={filters}
        filteredByServer
        actions={(mail, about) => (
          <>
            <RowButton about={about} onClick={() => setShown(mail.id)}>
              {t('mail_open')}
            </RowButton>
            {may.change && maySendAgain(mail) && (
              <RowButton about={about} onClick={() => setAgain(mail)}>
                {t('mail_send')}
              </RowButton>
            )}
          </>
        )}
        footer={source.data && <Pager {...source.data} page={page} onPage={(next) => setPlace({ key, page: next })} />}
      />
      {shown && <MailModal id={shown} onClose={() => setShown(null)} />}
      {again && <SendAgain mail={again} onClose={() => setAgain(null)} />}
    </>
  )
}
