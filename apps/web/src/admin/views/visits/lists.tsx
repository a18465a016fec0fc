import type { Visits } from '@sportello/contract'
import type { IssuePhrases } from '@sportello/phrases/admin'
import { type CSSProperties, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { useWords } from '../../words.tsx'
import { comparedErrors, differenceOf } from './compare.ts'
import { ComparedCell } from './compared-cell.tsx'
import { useFigure, useSigned } from './use-figure.ts'

type Named = Visits['devices']

/** Names with their counts, each with a bar. `nameOf` writes a name; null stands for the rare ones. */
export function NamedCounts({ label, counts, nameOf }: { label: string; counts: Named; nameOf: (name: string | null) => string }) {
  const figure = useFigure()
  const most = Math.max(1, ...counts.map(({ count }) => count ?? 0))
  return (
    <ul className="visit-list" aria-label={label}>
      {counts.map(({ name, count }) => (
        <li key={name === null ? 'rare' : `=${name}`} style={{ '--share': `${((count ?? 0) / most) * 100}%` } as CSSProperties}>
          <span>{nameOf(name)}</span>
          <span className="number">{figure(count)}</span>
        </li>
      ))}
    </ul>
  )
}

/** Number of errors that are shown at first. */
const ERRORS_AT_FIRST = 20

interface FieldErrorsProps {
  errors: Visits['errors']
  /** Errors with which these are compared; null if nothing is compared. */
  other: Visits['errors'] | null
}

/** Errors that fields showed. The more frequent an error, the stronger the colour of its row. */
export function FieldErrors({ errors: now, other }: FieldErrorsProps) {
  const { t, issue } = useWords()
  const figure = useFigure()
  const signed = useSigned()
  const [isWhole, setIsWhole] = useState(false)
  const errors = comparedErrors(now, other)
  const most = Math.max(1, ...now.map(({ count }) => count))
  if (errors.length === 0) return <p className="hint">{t('visits_no_errors')}</p>
  return (
    <>
      <div className="small-table visit-errors">
        <table aria-label={t('visits_errors')}>
          <thead>
            <tr>
              <th scope="col">{t('visits_field')}</th>
              <th scope="col">{t('visits_error')}</th>
              <th scope="col">{t('visits_count')}</th>
            </tr>
          </thead>
          <tbody>
            {(isWhole ? errors : errors.slice(0, ERRORS_AT_FIRST)).map(({ now: { id, label, step_title, rule, count }, other }) => {
              const difference = differenceOf(count, other?.count ?? null)
              return (
                <tr key={`${id} ${rule}`} className="visit-heat" style={{ '--heat': `${Math.round(((count ?? 0) / most) * 100)}%` } as CSSProperties}>
                  <th scope="row">
                    {label ?? t('visits_removed')}
                    {step_title !== null && <span className="hint"> {step_title}</span>}
                  </th>
                  <td>{issue(rule as keyof IssuePhrases, '…', '…')}</td>
                  <ComparedCell
                    now={figure(count)}
                    other={other ? figure(other.count) : undefined}
                    difference={difference === null ? null : signed(difference)}
                  />
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      {errors.length > ERRORS_AT_FIRST && !isWhole && <Button onClick={() => setIsWhole(true)}>{t('visits_all_errors', String(errors.length))}</Button>}
    </>
  )
}
