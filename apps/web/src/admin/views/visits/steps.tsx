import { type CSSProperties, useMemo, useState } from 'react'
import { useWords } from '../../words.tsx'
import { pathTo, type Step, shownSteps, withChildren } from './step-tree.ts'
import { useDuration, useFigure } from './use-figure.ts'

/** Levels of steps below the first one that are open at first. */
const OPEN_LEVELS = 2

/** Returns a share of the visits in per cent; null if it is unknown. */
const shareOf = (count: number | null, of: number | null) => (count === null || of === null || of === 0 ? null : (count / of) * 100)

const widthOf = (share: number | null) => ({ '--share': `${Math.min(100, share ?? 0)}%` }) as CSSProperties

/**
 * The tree of the steps that visitors reached. A bar behind each step is as wide as the share of the visits that reached
 * it. A press on a step shows the path to it.
 */
export function Steps({ steps, visits }: { steps: readonly Step[]; visits: number | null }) {
  const { t, language } = useWords()
  const figure = useFigure()
  const duration = useDuration()
  const [selected, setSelected] = useState<string | null>(null)
  // The steps that the operator opened or closed; the others are open down to a level.
  const [turned, setTurned] = useState<ReadonlyMap<string, boolean>>(new Map())
  const parents = useMemo(() => withChildren(steps), [steps])
  const first = Math.min(...steps.flatMap(({ level }) => level ?? []))
  const isOpen = ({ id, level }: Step) => turned.get(id) ?? (level ?? 0) < first + OPEN_LEVELS
  const per100 = (share: number | null) => (share === null ? '–' : share.toLocaleString(language, { maximumFractionDigits: share < 10 ? 1 : 0 }))
  return (
    <>
      <div className="small-table visit-steps">
        <table aria-label={t('visits_steps')}>
          <thead>
            <tr>
              {(['step', 'reached', 'share', 'left', 'sent', 'time', 'long_time'] as const).map((key) => (
                <th key={key} scope="col">
                  {t(`visits_${key}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shownSteps(steps, isOpen).map((step) => (
              <tr key={step.id} className={step.id === selected ? 'visit-selected' : undefined}>
                <th
                  scope="row"
                  style={{ ...widthOf(shareOf(step.reached, visits)), '--level': Math.min(step.level ?? 0, 8) } as CSSProperties}
                  className="visit-step"
                >
                  <div>
                    {parents.has(step.id) && (
                      <button
                        type="button"
                        className="visit-toggle"
                        aria-expanded={isOpen(step)}
                        aria-label={t('visits_below', step.title ?? '')}
                        onClick={() => setTurned(new Map([...turned, [step.id, !isOpen(step)]]))}
                      >
                        <span aria-hidden="true">{isOpen(step) ? '▾' : '▸'}</span>
                      </button>
                    )}
                    {step.title === null ? (
                      <span className="hint">{t('visits_removed')}</span>
                    ) : (
                      <button
                        type="button"
                        className="link-button"
                        aria-pressed={step.id === selected}
                        onClick={() => setSelected(step.id === selected ? null : step.id)}
                      >
                        {step.title}
                      </button>
                    )}
                  </div>
                </th>
                <td className="number">{figure(step.reached)}</td>
                <td className="number">{per100(shareOf(step.reached, visits))}</td>
                <td className="number">{figure(step.left)}</td>
                <td className="number">{figure(step.sent)}</td>
                <td className="number">{duration(step.median_seconds)}</td>
                <td className="number">{duration(step.p90_seconds)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="hint">{t('visits_long_hint')}</p>
      <div aria-live="polite">
        {selected === null ? <p className="hint">{t('visits_funnel_hint')}</p> : <Funnel path={pathTo(steps, selected)} visits={visits} per100={per100} />}
      </div>
    </>
  )
}

interface FunnelProps {
  path: readonly Step[]
  visits: number | null
  per100: (share: number | null) => string
}

/** The steps of one path, each with the visits that reached it as a bar. */
function Funnel({ path, visits, per100 }: FunnelProps) {
  const { t } = useWords()
  const figure = useFigure()
  const title = t('visits_funnel', path.at(-1)?.title ?? '')
  return (
    <section aria-label={title} className="visit-funnel">
      <h3>{title}</h3>
      <ol>
        {path.map((step) => (
          <li key={step.id} style={widthOf(shareOf(step.reached, visits))}>
            <span>{step.title}</span>
            <span className="number">
              {figure(step.reached)}
              <span className="hint"> {per100(shareOf(step.reached, visits))} / 100</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
