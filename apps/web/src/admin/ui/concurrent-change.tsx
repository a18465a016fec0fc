import type { AuditLine } from '@sportello/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { manage } from '../call.ts'
import { differencesOf } from '../views/audit/differences.ts'
import { useWords } from '../words.tsx'
import { ConflictChoice } from './conflict-choice.tsx'
import { useDateTimeFormat } from './date-time-format.ts'
import { isEditable } from './is-editable.ts'

/** Change that another operator made to a resource while this operator edited the resource. */
export interface ConcurrentChange {
  /** Name under which the audit log records changes to the resource. */
  subject: string
  /** The resource as it was when this operator opened it for editing. */
  before: unknown
  /** The resource as it is now, after the other operator's change. */
  now: unknown
}

interface ConcurrentChangeNoticeProps {
  concurrentChange: ConcurrentChange
  /** React Hook Form object that holds the values this operator has entered in the modal. */
  form: UseFormReturn
  /** Maps the name of each field in the modal to its label. */
  labels: Readonly<Record<string, string>>
}

/**
 * Lists the values that another operator has changed since this operator opened the form. For each field, this operator
 * chooses one of the two values. Shows the author and the time of the change if this operator may read the audit log.
 */
export function ConcurrentChangeNotice({ concurrentChange: { subject, before, now }, form, labels }: ConcurrentChangeNoticeProps) {
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
  const [differences] = useState(() => differencesOf(before, now).filter(({ path }) => path !== 'version'))
  const [chosen] = useState(() => differences.filter(({ path }) => isEditable(form.getValues(), path)))
  return (
    <section className="notice notice-warning" aria-label={t('meanwhile')}>
      <p>{line ? t('meanwhile_by', line.operator || t('audit_system'), formatDateTime(line.timestamp)) : t('meanwhile')}</p>
      {chosen.map((difference) => (
        <ConflictChoice key={difference.path} difference={difference} label={labels[difference.path]} now={now} form={form} />
      ))}
      <ul className="change-list">
        {differences
          .filter((difference) => !chosen.includes(difference))
          .map(({ path, before: was, after: is }) => (
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
