import type { MappingLogLine } from '@sportello/contract'
import { useMemo } from 'react'
import type { Column } from '../../ui/column.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { useDateTimeFormat } from '../../ui/date-time-format.ts'
import { MoreLinks } from '../../ui/more-links.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { usePages } from '../../ui/use-pages.ts'
import { useSort } from '../../ui/use-sort.ts'
import { useWords } from '../../words.tsx'

/** Actions in the mapping log (administrator specification, section 3: "Mapping log"). */
const ACTIONS = ['log_deleted', 'log_not_found', 'log_modified'] as const

const SORTED = ['timestamp']

/** View of the mapping log (administrator specification, section 2: "Mapping log view"). */
export default function MappingLogView() {
  const { t } = useWords()
  const formatDateTime = useDateTimeFormat()
  const filters = useFilters()
  const sort = useSort('-timestamp', SORTED)
  const { source, rows, more, all, busy } = usePages<MappingLogLine>('mapping-log', '/settings/forms/mappings/logs', { ...filters.values, sort: sort.value })
  const columns = useMemo<Column<MappingLogLine>[]>(
    () => [
      { key: 'code_client', header: t('log_client'), text: (line) => line.code_client },
      { key: 'sub_client', header: t('log_sub_client', '1'), text: (line) => line.sub_client },
      { key: 'sub_client2', header: t('log_sub_client', '2'), text: (line) => line.sub_client2 },
      { key: 'sub_client3', header: t('log_sub_client', '3'), text: (line) => line.sub_client3 },
      {
        key: 'action',
        header: t('log_action'),
        text: (line) => t(ACTIONS[line.action as 0 | 1 | 2]),
        filter: ACTIONS.map((each, action) => ({ value: String(action), label: t(each) })),
      },
      { key: 'action_details', header: t('log_details'), text: (line) => line.action_details, width: '32%' },
      {
        key: 'timestamp',
        header: t('log_timestamp'),
        text: (line) => formatDateTime(line.timestamp),
        cell: (line) => <Moment>{formatDateTime(line.timestamp)}</Moment>,
        sort: 'down',
      },
    ],
    [t, formatDateTime],
  )
  // The position of a log line is its React key, because the lines of the mapping log have no ids.
  const keys = useMemo(() => new Map(rows?.map((line, index) => [line, String(index)])), [rows])
  return (
    <DataTable
      id="mapping-log"
      name={t('view_mapping_log')}
      columns={columns}
      rows={rows}
      rowKey={(line) => keys.get(line) ?? ''}
      source={source}
      filters={filters}
      sort={sort}
      filteredByServer
      emptyHint={t('log_empty_hint')}
      footer={<MoreLinks more={more} all={all} busy={busy} />}
    />
  )
}

function Moment({ children }: { children: string }) {
  return <span className="number">{children}</span>
}
