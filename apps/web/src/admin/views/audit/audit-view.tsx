import type { AuditLine } from '@sportello/contract'
import type { AdminPhrases } from '@sportello/phrases/admin'
import { useMemo } from 'react'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { dayBounds } from '../../ui/day-bounds.ts'
import { DayFilters } from '../../ui/day-filters.tsx'
import { useMoment } from '../../ui/moment.ts'
import { MoreLinks } from '../../ui/more-links.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { usePages } from '../../ui/use-pages.ts'
import { useSort } from '../../ui/use-sort.ts'
import { useWords } from '../../words.tsx'
import { differencesOf } from './differences.ts'

const ACTIONS: Readonly<Record<string, keyof AdminPhrases>> = {
  'setting.add': 'audit_setting_add',
  'setting.edit': 'audit_setting_edit',
  'setting.delete': 'audit_setting_delete',
  'form.add': 'audit_form_add',
  'form.edit': 'audit_form_edit',
  'form.delete': 'audit_form_delete',
  'form.visit': 'audit_form_visit',
  'mapping.add': 'audit_mapping_add',
  'mapping.delete': 'audit_mapping_delete',
  'operator.add': 'audit_operator_add',
  'operator.edit': 'audit_operator_edit',
  'operator.delete': 'audit_operator_delete',
  'passkey.add': 'audit_passkey_add',
  'passkey.delete': 'audit_passkey_delete',
  'authenticator.add': 'audit_authenticator_add',
  'authenticator.delete': 'audit_authenticator_delete',
  'session.end': 'audit_session_end',
  'account.add': 'audit_account_add',
  'account.edit': 'audit_account_edit',
  'account.delete': 'audit_account_delete',
  'account.import': 'audit_account_import',
  'account.recovery': 'audit_account_recovery',
  'token.add': 'audit_token_add',
  'token.import': 'audit_token_import',
  'token.revoke': 'audit_token_revoke',
  'token.restore': 'audit_token_restore',
  'token.delete': 'audit_token_delete',
  'link.add': 'audit_link_add',
  'link.revoke': 'audit_link_revoke',
  'credential.add': 'audit_credential_add',
  'credential.revoke': 'audit_credential_revoke',
  'password.edit': 'audit_password_edit',
  'asset.add': 'audit_asset_add',
  'asset.edit': 'audit_asset_edit',
  'asset.delete': 'audit_asset_delete',
}

const SORTED = ['timestamp']

/** Every change that operators made: who, when, what, and what it was before. */
export default function AuditView() {
  const { t } = useWords()
  const moment = useMoment()
  const filters = useFilters()
  const sort = useSort('-timestamp', SORTED)
  const { operator, action, subject } = filters.values
  const query = { operator, action, subject, ...dayBounds(filters.values), sort: sort.value }
  const { source, rows, more, busy } = usePages<AuditLine>('audit', '/audit', query)
  const columns = useMemo<Column<AuditLine>[]>(() => {
    const nameOf = (action: string) => (Object.hasOwn(ACTIONS, action) ? t(ACTIONS[action] as keyof AdminPhrases) : action)
    return [
      {
        key: 'timestamp',
        header: t('audit_when'),
        text: (line) => moment(line.timestamp),
        cell: (line) => <span className="number">{moment(line.timestamp)}</span>,
        filter: false,
        sort: 'down',
      },
      { key: 'operator', header: t('audit_who'), text: (line) => line.operator },
      {
        key: 'action',
        header: t('audit_what'),
        text: (line) => nameOf(line.action),
        filter: Object.keys(ACTIONS).map((value) => ({ value, label: nameOf(value) })),
      },
      { key: 'subject', header: t('audit_subject'), text: (line) => line.subject, cell: (line) => <span className="code">{line.subject}</span> },
      { key: 'form', header: t('audit_form'), text: (line) => line.form ?? '', filter: false },
      { key: 'change', header: t('audit_change'), text: () => '', cell: (line) => <Change line={line} />, filter: false, width: '40%' },
    ]
  }, [t, moment])
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

function Change({ line }: { line: AuditLine }) {
  const { t } = useWords()
  const differences = differencesOf(line.before, line.after)
  return (
    <ul className="change-list">
      {differences.map(({ path, before, after }) => (
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
  )
}
