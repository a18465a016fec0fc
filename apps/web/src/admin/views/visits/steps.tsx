import { type CSSProperties, useMemo, useState } from 'react'
import { useWords } from '../../words.tsx'
import { type Compared, shareOf } from './compare.ts'
import { type AllVisits, StepFigures, StepHeads, usePer100 } from './step-figures.tsx'
import { pathTo, type Step, shownSteps, withChildren } from './step-tree.ts'
import { useFigure } from './use-figure.ts'

/** Levels of steps below the first one that are open at first. */
const OPEN_LEVELS = 2

const widthOf = (share: number | null) => ({ '--share': `${Math.min(100, share ?? 0)}%` }) as CSSProperties

interface StepsProps {
  compared: readonly Compared<Step>[]
  visits: AllVisits
}

/**
 * The tree of the steps that visitors reached. A bar behind each step is as wide as the share of the visits that reached
 * it. A press on a step shows the path to it.
 */
export function Steps({ compared, visits }: StepsProps) {
  const { t } = useWords()
  const per100 = usePer100()
  const steps = useMemo(() => compared.map(({ now }) => now), [compared])
  const otherById = useMemo(() => new Map(compared.map(({ now, other }) => [now.id, other])), [compared])
  const [selected, setSelected] = useState<string | null>(null)
  // The steps that the operator opened or closed; the others are open down to a level.
  const [turned, setTurned] = useState<ReadonlyMap<string, boolean>>(new Map())
  const parents = useMemo(() => withChildren(steps), [steps])
  const first = Math.min(...steps.flatMap(({ level }) => level ?? []))
  const isOpen = ({ id, level }: Step) => turned.get(id) ?? (level ?? 0) < first + OPEN_LEVELS
  return (
    <>
      <div className="small-table visit-steps">
        <table aria-label={t('visits_steps')}>
          <thead>
            <tr>
              <th scope="col">{t('visits_step')}</th>
              <StepHeads isCompared={visits.other !== undefined} />
            </tr>
          </thead>
          <tbody>
            {shownSteps(steps, isOpen).map((step) => (
              <tr key={step.id} className={step.id === selected ? 'visit-selected' : undefined}>
                <th
                  scope="row"
                  style={{ ...widthOf(shareOf(step.reached, visits.now)), '--level': Math.min(step.level ?? 0, 8) } as CSSProperties}
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
                <StepFigures step={{ now: step, other: otherById.get(step.id) ?? null }} visits={visits} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="hint">{t('visits_long_hint')}</p>
      <div aria-live="polite">
        {selected === null ? <p className="hint">{t('visits_funnel_hint')}</p> : <Funnel path={pathTo(steps, selected)} visits={visits.now} per100={per100} />}
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
