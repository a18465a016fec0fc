import { useWords } from '../../words.tsx'
import { type Compared, differenceOf, shareOf } from './compare.ts'
import { ComparedCell } from './compared-cell.tsx'
import type { Step } from './step-tree.ts'
import { useDuration, useFigure, useSigned } from './use-figure.ts'

/** Numbers of all visits, of which shares are computed; null if they are hidden. */
export interface AllVisits {
  now: number | null
  /** Undefined if nothing is compared. */
  other: number | null | undefined
}

/** Column heads of the figures of a step. If periods are compared, counts are shares, because the periods differ. */
export function StepHeads({ isCompared }: { isCompared: boolean }) {
  const { t } = useWords()
  if (isCompared)
    return (
      <>
        {(['reached', 'left', 'sent'] as const).map((key) => (
          <th key={key} scope="col">
            {t(`visits_${key}`)} <span className="hint visit-unit">{t('visits_share')}</span>
          </th>
        ))}
        <th scope="col">{t('visits_time')}</th>
      </>
    )
  return (['reached', 'share', 'left', 'sent', 'time', 'long_time'] as const).map((key) => (
    <th key={key} scope="col">
      {t(`visits_${key}`)}
    </th>
  ))
}

/** Returns a function that writes a share of 100 visits. */
export function usePer100(): (share: number | null) => string {
  const { language } = useWords()
  return (share) => (share === null ? '–' : share.toLocaleString(language, { maximumFractionDigits: share < 10 ? 1 : 0 }))
}

/** The figures of a step as cells of a row. */
export function StepFigures({ step, visits }: { step: Compared<Step>; visits: AllVisits }) {
  const figure = useFigure()
  const duration = useDuration()
  const per100 = usePer100()
  const { now, other } = step
  if (other) return <ComparedFigures now={now} other={other} visits={visits} />
  return (
    <>
      <td className="number">{figure(now.reached)}</td>
      <td className="number">{per100(shareOf(now.reached, visits.now))}</td>
      <td className="number">{figure(now.left)}</td>
      <td className="number">{figure(now.sent)}</td>
      <td className="number">{duration(now.median_seconds)}</td>
      <td className="number">{duration(now.p90_seconds)}</td>
    </>
  )
}

function ComparedFigures({ now, other, visits }: { now: Step; other: Step; visits: AllVisits }) {
  const { t, language } = useWords()
  const figure = useFigure()
  const duration = useDuration()
  const signed = useSigned()
  /** Writes a share of 100 visits. */
  const share = (count: number | null, of: number | null) => {
    const found = shareOf(count, of)
    if (count === null) return figure(null)
    return found === null ? '–' : found.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  }
  const seconds = differenceOf(now.median_seconds, other.median_seconds)
  return (
    <>
      {(['reached', 'left', 'sent'] as const).map((key) => {
        const points = differenceOf(shareOf(now[key], visits.now), shareOf(other[key], visits.other ?? null), 1)
        return (
          <ComparedCell
            key={key}
            now={share(now[key], visits.now)}
            other={share(other[key], visits.other ?? null)}
            difference={points === null ? null : t('visits_points', signed(points, 1))}
          />
        )
      })}
      <ComparedCell now={duration(now.median_seconds)} other={duration(other.median_seconds)} difference={seconds === null ? null : duration(seconds, true)} />
    </>
  )
}
