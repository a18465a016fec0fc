import { AUDIT_ACTIONS, type AuditLine } from '@sportello/contract'
import { useMemo, useState } from 'react'
import type { Column } from '../../ui/column.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { useDateTimeFormat } from '../../ui/date-time-format.ts'
import { dayBounds } from '../../ui/day-bounds.ts'
import { DayFilters } from '../../ui/day-filters.tsx'
import { MoreLinks } from '../../ui/more-links.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { usePages } from '../../ui/use-pages.ts'
import { useSort } from '../../ui/use-sort.ts'
import { useWords } from '../../words.tsx'
import { actionPhrase } from './action-phrase.ts'
import { differencesOf } from './differences.ts'

const SORTED = ['timestamp']

/**
 * View of the audit log. It lists every change that an operator made: author, time, action, and the values before and
 * after.
 */
export default function AuditView() {
  const { t, language } = useWords()
  const formatDateTime = useDateTimeFormat()
  const filters = useFilters()
  const sort = useSort('-timestamp', SORTED)
  const { operator, action, subject } = filters.values
  const query = { operator, action, subject, ...dayBounds(filters.values), sort: sort.value }
  const { source, rows, more, busy } = usePages<AuditLine>('audit', '/audit', query)
  const columns = useMemo<Column<AuditLine>[]>(() => {
    const nameOf = (action: string) => {
      const phrase = actionPhrase(action)
      return phrase ? t(phrase) : action
    }
    return [
      {
        key: 'timestamp',
        header: t('audit_when'),
        text: (line) => formatDateTime(line.timestamp),
        cell: (line) => <span className="number">{formatDateTime(line.timestamp)}</span>,
        filter: false,
        sort: 'down',
      },
      { key: 'operator', header: t('audit_who'), text: (line) => line.operator || t('audit_system') },
      {
        key: 'action',
        header: t('audit_what'),
        text: (line) => nameOf(line.action),
        filter: AUDIT_ACTIONS.map((value) => ({ value, label: nameOf(value) })).toSorted((one, other) => one.label.localeCompare(other.label, language)),
      },
      { key: 'subject', header: t('audit_subject'), text: (line) => line.subject, cell: (line) => <span className="code">{line.subject}</span> },
      { key: 'form', header: t('audit_form'), text: (line) => line.form ?? '', filter: false },
      { key: 'change', header: t('audit_change'), text: () => '', cell: (line) => <Change line={line} />, filter: false, width: '40%' },
    ]
  }, [t, formatDateTime, language])
  return (
    <DataTable
      id="audit"
      name={t('view_audit')}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      source={source}
      filters={filters}
      sort={sort}
      filteredByServer
      tools={<DayFilters filters={filters} />}
      footer={<MoreLinks more={more} busy={busy} />}
    />
  )
}

/**
 * A cell of the audit log shows at first only this many differences. Each click on its button shows as many more. The
 * number is limited because an import creates one log entry with up to 10,000 differences.
 */
const SHOWN_AT_FIRST = 10
const SHOWN_MORE = 200

function Change({ line }: { line: AuditLine }) {
  const { t, language } = useWords()
  const [limit, setLimit] = useState(SHOWN_AT_FIRST)
  const differences = useMemo(() => differencesOf(line.before, line.after), [line])
  const hidden = differences.length - limit
  return (
    <>
      <ul className="change-list">
        {differences.slice(0, limit).map(({ path, before, after }) => (
          <li key={path}>
            {path !== '' && <span className="code">{path}: </span>}
            {before !== undefined && (
              <del>
                <span className="visually-hidden">{t('audit_before')} </span>
                {before}
              </del>
            )}
            {before !== undefined && after !== undefined && ' → '}
            {after !== undefined && (
              <ins>
                <span className="visually-hidden">{t('audit_after')} </span>
                {after}
              </ins>
            )}
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <button type="button" className="link-button" onClick={() => setLimit(limit + SHOWN_MORE)}>
          {t('audit_more', hidden.toLocaleString(language))}
        </button>
      )}
    </>
  )
}
