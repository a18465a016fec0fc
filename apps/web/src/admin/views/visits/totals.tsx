import type { Visits } from '@sportello/contract'
import { useWords } from '../../words.tsx'
import { useFigure } from './use-figure.ts'

const SHOWN = ['visits', 'starts', 'sent', 'requests', 'confirmed', 'tickets'] as const

interface TotalsProps {
  totals: Visits['totals']
  /** Totals of the period before, of the same length; undefined until they are loaded. */
  before: Visits['totals'] | undefined
}

/** The totals of a period, each with its difference from the period before. */
export function Totals({ totals, before }: TotalsProps) {
  const { t } = useWords()
  const figure = useFigure()
  return (
    <dl className="visit-totals">
      {SHOWN.map((key) => (
        <div key={key}>
          <dt>{t(`visits_${key}`)}</dt>
          <dd>{figure(totals[key])}</dd>
          <dd className="hint">{before && <Difference now={totals[key]} before={before[key]} />}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The difference is hidden if one of the figures is, because it would reveal it. */
function Difference({ now, before }: { now: number | null; before: number | null }) {
  const { t, language } = useWords()
  if (now === null || before === null) return null
  const number = Math.abs(now - before).toLocaleString(language)
  if (now === before) return t('visits_same')
  return t(now > before ? 'visits_more' : 'visits_fewer', number)
}
