import type { Visits } from '@sportello/contract'
import { useWords } from '../../words.tsx'
import { differenceOf } from './compare.ts'
import { ComparedFigure } from './compared-cell.tsx'
import { useFigure, useSigned } from './use-figure.ts'

const SHOWN = ['visits', 'starts', 'sent', 'requests', 'confirmed', 'tickets'] as const

interface TotalsProps {
  totals: Visits['totals']
  /** Totals with which these are compared; null if nothing is compared. */
  other: Visits['totals'] | null
}

/** The totals of a period, each with that of the comparison and the difference. */
export function Totals({ totals, other }: TotalsProps) {
  const { t } = useWords()
  const figure = useFigure()
  const signed = useSigned()
  return (
    <dl className="visit-totals">
      {SHOWN.map((key) => {
        const difference = differenceOf(totals[key], other?.[key] ?? null)
        return (
          <div key={key}>
            <dt>{t(`visits_${key}`)}</dt>
            <dd>{figure(totals[key])}</dd>
            {other && (
              <dd className="hint visit-then">
                <ComparedFigure figure={figure(other[key])} difference={difference === null ? null : signed(difference)} />
              </dd>
            )}
          </div>
        )
      })}
    </dl>
  )
}
