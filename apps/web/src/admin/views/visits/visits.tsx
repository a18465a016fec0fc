import { HIDDEN_BELOW, type Visits } from '@sportello/contract'
import { useId } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { csvOf, saveTextFile } from '../../ui/csv.ts'
import { Loading } from '../../ui/lazy-part.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { useMessages } from '../../ui/use-messages.ts'
import { languageLabel, useWords } from '../../words.tsx'
import { Part } from '../home/home-parts.tsx'
import { FieldErrors, NamedCounts } from './lists.tsx'
import { Steps } from './steps.tsx'
import { Totals } from './totals.tsx'
import { Trend } from './trend.tsx'
import { dayBefore, PERIODS, today, useVisits } from './use-visits.ts'
import { visitRows } from './visits-csv.ts'
import { When } from './when.tsx'
import './visits.css'

const DEFAULT_DAYS = 30

/** What happens on a form: how many visitors come, how far they get, where they stop and which fields they get wrong. */
export default function FormVisits({ form }: { form: string }) {
  const { t } = useWords()
  const messages = useMessages()
  const { values, set } = useFilters()
  const days = PERIODS.find((each) => String(each) === values.days) ?? DEFAULT_DAYS
  const to = today()
  const from = dayBefore(to, days - 1)
  const filter = { form, version: values.version, language: values.language }
  const { data, error, refetch, isPlaceholderData } = useVisits({ ...filter, from, to })
  const before = useVisits({ ...filter, from: dayBefore(from, days), to: dayBefore(from, 1) })
  const choices = (from: readonly (string | number)[], chosen: string | undefined) => [
    ...new Set([...from.map(String), ...(chosen === undefined ? [] : [chosen])]),
  ]
  return (
    <div className="workspace-sections visits" aria-busy={isPlaceholderData}>
      <div className="visit-filters">
        <Choice label={t('visits_period')} value={String(days)} onChange={(value) => set('days', value)}>
          {PERIODS.map((each) => (
            <option key={each} value={each}>
              {t('visits_last_days', String(each))}
            </option>
          ))}
        </Choice>
        <Choice label={t('visits_version')} value={values.version ?? ''} onChange={(value) => set('version', value)}>
          <option value="">{t('visits_all')}</option>
          {choices(data?.versions ?? [], values.version).map((each) => (
            <option key={each}>{each}</option>
          ))}
        </Choice>
        <Choice label={t('visits_language')} value={values.language ?? ''} onChange={(value) => set('language', value)}>
          <option value="">{t('visits_all')}</option>
          {choices(data?.languages ?? [], values.language).map((each) => (
            <option key={each} value={each}>
              {languageLabel(each)}
            </option>
          ))}
        </Choice>
        <Button disabled={!data || isPlaceholderData} onClick={() => data && saveTextFile(`${form}-${from}-${to}.csv`, csvOf(visitRows(data)), 'text/csv')}>
          {t('visits_csv')}
        </Button>
      </div>
      <p className="hint">{t('visits_hint', String(HIDDEN_BELOW))}</p>
      {error && (
        <div className="notice notice-danger" role="alert">
          <p>{messages(error).join(' ')}</p>
          <Button onClick={() => void refetch()}>{t('try_again')}</Button>
        </div>
      )}
      {!data && !error && <Loading />}
      {data && <Figures figures={data} before={before.isPlaceholderData ? undefined : before.data} days={days} />}
    </div>
  )
}

function Figures({ figures, before, days }: { figures: Visits; before: Visits | undefined; days: number }) {
  const { t } = useWords()
  const { totals } = figures
  const isEmpty = Object.values(totals).every((count) => count === 0)
  if (isEmpty) return <p role="status">{t('visits_none')}</p>
  const deviceName = (name: string | null) => (name === 'phone' || name === 'tablet' || name === 'desktop' ? t(`visits_${name}`) : t('visits_rare'))
  return (
    <>
      <Totals totals={totals} before={before?.totals} />
      <p className="hint">{t('visits_before', String(days))}</p>
      <Part title={t('visits_trend')}>
        <Trend trend={figures.trend} by={figures.by} />
      </Part>
      <Part title={t('visits_steps')}>
        <Steps steps={figures.steps} visits={totals.visits} />
      </Part>
      <Part title={t('visits_errors')}>
        <FieldErrors errors={figures.errors} />
      </Part>
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
    </>
  )
}

function Choice({ label, value, onChange, children }: { label: string; value: string; onChange: (value: string) => void; children: React.ReactNode }) {
  const id = useId()
  return (
    <div className="inline-field">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="control" value={value} onChange={({ target }) => onChange(target.value)}>
        {children}
      </select>
    </div>
  )
}
