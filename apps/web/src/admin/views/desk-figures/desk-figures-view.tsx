import { DESK_AGES, type DeskFigures } from '@sportello/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { manage } from '../../call.ts'
import { CheckMenu } from '../../ui/check-menu.tsx'
import { csvOf, saveTextFile } from '../../ui/csv.ts'
import { Loading } from '../../ui/lazy-part.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { useMessages } from '../../ui/use-messages.ts'
import { useWords } from '../../words.tsx'
import { Part } from '../home/home-parts.tsx'
import { useDeskStateLabel, useToday } from '../requests/desk-words.ts'
import { nameOf, useDeskChoices } from '../requests/use-desk-choices.ts'
import { NamedCounts } from '../visits/lists.tsx'
import { dayBefore } from '../visits/period.ts'
import { Ages, DayTrend } from './charts.tsx'
import { figureRows } from './figures-csv.ts'
import { useDeskDuration } from './use-desk-duration.ts'
import '../visits/visits.css'
import './desk-figures.css'

/** Lengths in days of the periods that the view offers. */
const PERIODS = [7, 30, 90] as const

/** View of how much work the desk has, how old it is, and how quickly it is done. */
export default function DeskFiguresView() {
  const { t } = useWords()
  const messages = useMessages()
  const periodId = useId()
  const { values, set } = useFilters()
  const days = PERIODS.find((each) => String(each) === values.days) ?? 30
  const to = useToday()
  const from = dayBefore(to, days - 1)
  const { forms: chosen = '' } = values
  const query = { from, to, forms: chosen }
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['desk-figures', query],
    queryFn: ({ signal }) => manage<DeskFigures>('GET', '/desk/figures', { query, signal }),
    placeholderData: keepPreviousData,
  })
  const selected = chosen.split(',').filter((code) => code !== '')
  const offered = useOfferedForms(selected)
  return (
    <div className="visits desk-figures" aria-busy={isPlaceholderData}>
      <div className="visit-filters">
        <div className="inline-field">
          <label htmlFor={periodId}>{t('visits_period')}</label>
          <select id={periodId} className="control" value={days} onChange={({ target }) => set('days', target.value)}>
            {PERIODS.map((each) => (
              <option key={each} value={each}>
                {t('visits_last_days', String(each))}
              </option>
            ))}
          </select>
        </div>
        <CheckMenu
          label={selected.length === 0 ? t('figures_all_forms') : selected.join(', ')}
          items={offered.map((code) => ({ key: code, label: code, checked: selected.includes(code) }))}
          onChange={(code, isChosen) => set('forms', (isChosen ? [...selected, code] : selected.filter((other) => other !== code)).join(','))}
        />
        <Button disabled={!data || isPlaceholderData} onClick={() => data && saveTextFile(`${from}-${to}.csv`, csvOf(figureRows(data)), 'text/csv')}>
          {t('visits_csv')}
        </Button>
      </div>
      <p className="hint">{t('figures_hint')}</p>
      {error && (
        <div className="notice notice-danger" role="alert">
          <p>{messages(error).join(' ')}</p>
          <Button onClick={() => void refetch()}>{t('try_again')}</Button>
        </div>
      )}
      {!data && !error && <Loading />}
      {data && <Figures figures={data} />}
    </div>
  )
}

/** Returns the forms that have open requests, and the chosen ones. */
function useOfferedForms(selected: readonly string[]): string[] {
  const today = useToday()
  const { data } = useQuery({
    queryKey: ['desk-figures', { from: today, to: today }],
    queryFn: ({ signal }) => manage<DeskFigures>('GET', '/desk/figures', { query: { from: today, to: today }, signal }),
  })
  const named = data?.open.forms.flatMap(({ name }) => (name === null ? [] : [name])) ?? []
  return [...new Set([...selected, ...named])].toSorted()
}

function Figures({ figures: { open, days, first, closing } }: { figures: DeskFigures }) {
  const { t, language } = useWords()
  const duration = useDeskDuration()
  const stateLabel = useDeskStateLabel()
  const choices = useDeskChoices()
  const number = (count: number) => count.toLocaleString(language)
  const totals: [string, string, string][] = [
    [t('figures_open'), number(open.total), open.median_hours === null ? '' : t('figures_median_age', duration((open.median_hours + 1) * 3_600))],
    [t('desk_overdue'), number(open.overdue), ''],
    [t('figures_arrived'), number(days.reduce((sum, { arrived }) => sum + arrived, 0)), ''],
    [t('figures_closed'), number(days.reduce((sum, { closed }) => sum + closed, 0)), ''],
    [t('figures_first'), duration(first.median_seconds), first.p90_seconds === null ? '' : t('figures_p90', duration(first.p90_seconds))],
    [t('figures_closing'), duration(closing.median_seconds), closing.p90_seconds === null ? '' : t('figures_p90', duration(closing.p90_seconds))],
  ]
  return (
    <>
      <dl className="visit-totals">
        {totals.map(([name, value, hint]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
            <dd className="hint">{hint}</dd>
          </div>
        ))}
      </dl>
      <Part title={t('figures_trend')}>
        <DayTrend days={days} />
      </Part>
      <div className="home">
        <Part title={t('figures_ages')}>
          <Ages ages={open.ages.map((count, at) => ({ label: t(`figures_age_${DESK_AGES[at] ?? 0}`), count }))} />
        </Part>
        <Part title={t('figures_by_assignee')}>
          <NamedCounts
            label={t('figures_by_assignee')}
            counts={open.assignees}
            nameOf={(name) => (name === null ? t('figures_others') : name === '' ? t('desk_nobody') : nameOf(choices, name))}
          />
        </Part>
        <Part title={t('figures_by_form')}>
          <NamedCounts label={t('figures_by_form')} counts={open.forms} nameOf={(name) => name ?? t('figures_others')} />
        </Part>
        <Part title={t('figures_by_state')}>
          <NamedCounts label={t('figures_by_state')} counts={open.states} nameOf={(name) => (name === null ? t('figures_others') : stateLabel(name))} />
        </Part>
      </div>
    </>
  )
}
