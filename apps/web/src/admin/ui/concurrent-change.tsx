import type { AuditLine } from '@sportello/contract'
import { useQuery } from '@tanstack/react-query'
import { manage } from '../call.ts'
import { differencesOf } from '../views/audit/differences.ts'
import { useWords } from '../words.tsx'
import { useDateTimeFormat } from './date-time-format.ts'

/** Change that somebody else made to a resource while the operator edited it. */
export interface ConcurrentChange {
  /** Name of the changed resource in the log of changes. */
  subject: string
  /** The resource as it was when the operator's edit began. */
  before: unknown
  /** The resource as it is now, after the other operator's change. */
  now: unknown
}

/** Lists the values that somebody else changed and that saving would overwrite, with the author and time if the operator may read the log of changes. */
export function ConcurrentChangeNotice({ concurrentChange: { subject, before, now } }: { concurrentChange: ConcurrentChange }) {
  const { t } = useWords()
  const formatDateTime = useDateTimeFormat()
  const { data: line } = useQuery({
    queryKey: ['audit-last', subject],
    queryFn: async ({ signal }) => {
      const lines = await manage<AuditLine[]>('GET', '/audit/1', { query: { subject }, signal })
      return lines.find((each) => each.subject === subject && each.before !== null) ?? null
    },
    gcTime: 0,
    retry: false,
  })
  const differences = differencesOf(before, now).filter(({ path }) => path !== 'version')
  return (
    <section className="notice notice-warning" aria-label={t('meanwhile')}>
      <p>{line ? t('meanwhile_by', line.operator || t('audit_system'), formatDateTime(line.timestamp)) : t('meanwhile')}</p>
      <ul className="change-list">
        {differences.map(({ path, before: was, after: is }) => (
          <li key={path}>
            <span className="code">{path}: </span>
            {was !== undefined && <del>{was}</del>} {is !== undefined && <ins>{is}</ins>}
          </li>
        ))}
      </ul>
      <p>{t('meanwhile_save')}</p>
    </section>
  )
}
