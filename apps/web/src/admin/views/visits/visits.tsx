import { HIDDEN_BELOW, type Visits } from '@sportello/contract'
import { useMemo } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { csvOf, saveTextFile } from '../../ui/csv.ts'
import { Loading } from '../../ui/lazy-part.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { useMessages } from '../../ui/use-messages.ts'
import { useWords } from '../../words.tsx'
import { Part } from '../home/home-parts.tsx'
import { comparedQuery, comparedSteps, comparisonOf, isEmpty } from './compare.ts'
import { Flow } from './flow.tsx'
import { FieldErrors, NamedCounts } from './lists.tsx'
import { dayBefore, PERIODS, today } from './period.ts'
import { Steps } from './steps.tsx'
import { Totals } from './totals.tsx'
import { Trend } from './trend.tsx'
import { comparedPoints } from './trend-points.ts'
import { type LoadedVisits, useVisits, type VisitQuery } from './use-visits.ts'
import { VisitFilters } from './visit-filters.tsx'
import { comparedRows, visitRows } from './visits-csv.ts'
import { WeeklyMail } from './weekly-mail.tsx'
import { When } from './when.tsx'
import './visits.css'

const DEFAULT_DAYS = 30

/** What happens on a form: how many visitors come, how far they get, where they stop and which fields they get wrong. */
export default function FormVisits({ form }: { form: string }) {
  const { t } = useWords()
  const messages = useMessages()
  const { values } = useFilters()
  const days = PERIODS.find((each) => String(each) === values.days) ?? DEFAULT_DAYS
  const to = today()
  const query: VisitQuery = { form, version: values.version, language: values.language, from: dayBefore(to, days - 1), to }
  const comparison = comparisonOf(values.compare)
  const { data, error, refetch, isPlaceholderData } = useVisits(query, comparedQuery(query, comparison ?? 'before'))
  const save = ({ shown, other }: Pick<FiguresProps, 'shown' | 'other'>) => {
    const name = [form, query.from, query.to, ...(comparison ? [comparison] : [])].join('-')
    const rows = comparison ? comparedRows(shown.figures, other.figures, pointsBeside(shown, other)) : visitRows(shown.figures)
    saveTextFile(`${name}.csv`, csvOf(rows), 'text/csv')
  }
  return (
    <div className="workspace-sections visits" aria-busy={isPlaceholderData}>
      <VisitFilters days={days} comparison={comparison} data={data?.shown.figures}>
        <Button disabled={!data || isPlaceholderData} onClick={() => data && save(data)}>
          {t('visits_csv')}
        </Button>
      </VisitFilters>
      <p className="hint">{t('visits_hint', String(HIDDEN_BELOW))}</p>
      {error && (
        <div className="notice notice-danger" role="alert">
          <p>{messages(error).join(' ')}</p>
          <Button onClick={() => void refetch()}>{t('try_again')}</Button>
        </div>
      )}
      {!data && !error && <Loading />}
      {data && <Figures {...data} isWhole={comparison !== null} />}
      <WeeklyMail form={form} />
    </div>
  )
}

const pointsBeside = ({ figures: { trend, by }, query }: LoadedVisits, other: LoadedVisits) =>
  comparedPoints({ trend, period: query }, { trend: other.figures.trend, period: other.query }, by)

interface FiguresProps {
  shown: LoadedVisits
  /** Figures with which the others are compared. */
  other: LoadedVisits
  /** True if the operator has chosen the comparison. Otherwise only the totals show what has changed since the period before. */
  isWhole: boolean
}

function Figures({ shown, other: loaded, isWhole }: FiguresProps) {
  const { t } = useWords()
  const { values, set } = useFilters()
  const { figures } = shown
  const { totals } = figures
  const before = isEmpty(loaded.figures) ? null : loaded
  const other = isWhole ? before : null
  const steps = useMemo(() => comparedSteps(figures.steps, other?.figures.steps ?? null), [figures.steps, other?.figures.steps])
  if (isEmpty(figures)) return <p role="status">{t('visits_none')}</p>
  return (
    <>
      <Totals totals={totals} other={before?.figures.totals ?? null} />
      {(isWhole || before) && <ComparedWith other={loaded} isVersion={loaded.query.version !== shown.query.version} />}
      <Part title={t('visits_trend')}>
        <Trend trend={figures.trend} by={figures.by} compared={other && pointsBeside(shown, other)} />
      </Part>
      <Part title={t('visits_flow')}>
        <Flow steps={figures.steps} branch={values.branch} onOpen={(id) => set('branch', id)} />
      </Part>
      <Part title={t('visits_steps')}>
        <Steps compared={steps} visits={{ now: totals.visits, other: other?.figures.totals.visits }} />
      </Part>
      <Part title={t('visits_errors')}>
        <FieldErrors errors={figures.errors} other={other?.figures.errors ?? null} />
      </Part>
      <Origins figures={figures} />
    </>
  )
}

/** Says with what the figures are compared, or that there is nothing to compare them with. */
function ComparedWith({ other: { figures, query }, isVersion }: { other: LoadedVisits; isVersion: boolean }) {
  const { t, language } = useWords()
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  const name = isVersion ? `${t('visits_version')} ${query.version}` : format.formatRange(new Date(query.from), new Date(query.to))
  return isEmpty(figures) ? <p role="status">{t('visits_compare_empty', name)}</p> : <p className="hint">{t('visits_compared', name)}</p>
}

/** Who the visitors were as a whole: their devices, where they came from, what they searched for, and when they came. */
function Origins({ figures }: { figures: Visits }) {
  const { t } = useWords()
  const deviceName = (name: string | null) => (name === 'phone' || name === 'tablet' || name === 'desktop' ? t(`visits_${name}`) : t('visits_rare'))
  return (
    <div className="home">
      <Part title={t('visits_devices')}>
        <NamedCounts label={t('visits_devices')} counts={figures.devices} nameOf={deviceName} />
      </Part>
      <Part title={t('visits_referrers')}>
        <NamedCounts label={t('visits_referrers')} counts={figures.referrers} nameOf={(name) => name || t(name === null ? 'visits_rare' : 'visits_direct')} />
      </Part>
      <Part title={t('visits_searches')}>
        {figures.searches.length === 0 ? (
          <p className="hint">{t('visits_searches_none')}</p>
        ) : (
          <NamedCounts label={t('visits_searches')} counts={figures.searches} nameOf={(name) => name ?? t('visits_rare')} />
        )}
      </Part>
      <Part title={t('visits_when')}>
        <When trend={figures.trend} by={figures.by} hours={figures.hours} />
      </Part>
    </div>
  )
}
