import type { ListedMail } from '@sportello/contract'
import { useMemo, useState } from 'react'
import { usePermissions } from '../../account.ts'
import type { Column } from '../../ui/column.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { useIsoDateTimeFormat } from '../../ui/date-time-format.ts'
import { RowButton } from '../../ui/row-button.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { usePagedList } from '../../ui/use-paged-list.tsx'
import { useSort } from '../../ui/use-sort.ts'
import { useWords } from '../../words.tsx'
import { Failure, isRetrying, StateBadge } from '../deliveries/failure.tsx'
import { kindOf } from './mail-kind.ts'
import { MailModal, maySendAgain, SendAgain } from './mail-modal.tsx'

const STATES = ['queued', 'sent', 'kept', 'failed'] as const
const SORTED = ['created']

/**
 * View of all mails: queued, sent, failed, and those stored because no mail server is configured. Failed mails need an
 * operator's attention.
 */
export default function MailsView() {
  const { t } = useWords()
  const formatDateTime = useIsoDateTimeFormat()
  const may = usePermissions()
  const filters = useFilters()
  const { form, state, recipient } = filters.values
  const sort = useSort('-created', SORTED)
  const list = usePagedList<ListedMail>('mails', { form, state, recipient, sort: sort.value })
  const [shown, setShown] = useState<string | null>(null)
  const [again, setAgain] = useState<ListedMail | null>(null)
  const columns = useMemo<Column<ListedMail>[]>(
    () => [
      { key: 'recipient', header: t('mail_recipient'), text: (mail) => mail.recipient, finds: 'begins' },
      { key: 'form', header: t('request_form'), text: (mail) => mail.form, finds: 'equals' },
      {
        key: 'state',
        header: t('request_state'),
        text: (mail) => t(`mail_state_${mail.state}`),
        cell: (mail) => <StateBadge of={mail} label={t(`mail_state_${mail.state}`)} />,
        filter: STATES.map((each) => ({ value: each, label: t(`mail_state_${each}`) })),
      },
      { key: 'kind', header: t('mail_kind'), text: (mail) => t(`mail_kind_${kindOf(mail.kind)}`), filter: false },
      {
        key: 'ticket',
        header: t('request_ticket'),
        text: (mail) => mail.ticket ?? '',
        cell: (mail) => mail.ticket && <span className="number">{mail.ticket}</span>,
        filter: false,
      },
      { key: 'created', header: t('request_created'), text: (mail) => formatDateTime(mail.created_at), filter: false, sort: 'down' },
      {
        key: 'error',
        header: t('mail_error'),
        text: (mail) => mail.last_error ?? '',
        cell: (mail) => mail.last_error && <Failure error={mail.last_error} />,
        filter: false,
      },
    ],
    [t, formatDateTime],
  )
  return (
    <>
      <DataTable
        id="mails"
        name={t('view_mails')}
        columns={columns}
        {...list}
        rowKey={({ id }) => id}
        filters={filters}
        sort={sort}
        filteredByServer
        actions={(mail, about) => (
          <>
            <RowButton about={about} onClick={() => setShown(mail.id)}>
              {t('mail_open')}
            </RowButton>
            {may.change && maySendAgain(mail) && (
              <RowButton about={about} onClick={() => setAgain(mail)}>
                {t(isRetrying(mail) ? 'retry_now' : 'mail_send')}
              </RowButton>
            )}
          </>
        )}
      />
      {shown && <MailModal id={shown} onClose={() => setShown(null)} />}
      {again && <SendAgain mail={again} onClose={() => setAgain(null)} />}
    </>
  )
}
