import { useWords } from '../../words.tsx'

interface ComparedCellProps {
  now: string
  /** The figure with which `now` is compared; undefined if nothing is compared. */
  other?: string | undefined
  /** The difference in words; null if it is not known. */
  difference?: string | null
}

/** A figure; below it the figure with which it is compared, and the difference. */
export function ComparedCell({ now, other, difference }: ComparedCellProps) {
  return (
    <td className="number">
      {now}
      {other !== undefined && (
        <span className="hint visit-then">
          <ComparedFigure figure={other} difference={difference ?? null} />
        </span>
      )}
    </td>
  )
}

/** The figure with which another one is compared, and the difference. */
export function ComparedFigure({ figure, difference }: { figure: string; difference: string | null }) {
  const { t } = useWords()
  return (
    <>
      <span className="visually-hidden"> {t('visits_then')}: </span>
      {figure}
      {difference !== null && (
        <>
          <span className="visually-hidden">, {t('visits_difference')}:</span> <b>{difference}</b>
        </>
      )}
    </>
  )
}
