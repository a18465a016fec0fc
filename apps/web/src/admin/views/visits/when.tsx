import type { Visits } from '@sportello/contract'
import { Bar, BarChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { useWords } from '../../words.tsx'
import { AsTable } from './as-table.tsx'
import { pointsOf } from './trend-points.ts'
import { useFigure } from './use-figure.ts'

interface BarsProps {
  name: string
  bars: readonly { label: string; count: number | null }[]
}

/** When visitors come: by the day of the week, if the trend has days, and by the hour. */
export function When({ trend, by, hours }: Pick<Visits, 'trend' | 'by' | 'hours'>) {
  const { t, language } = useWords()
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
  // 5 January 1970 was a Monday.
  const days = Array.from({ length: 7 }, (_, at) => ({ label: weekday.format(new Date(Date.UTC(1970, 0, 5 + at))), count: 0 as number | null }))
  for (const { day, visits } of pointsOf(trend, by)) {
    const bar = days[(new Date(day).getUTCDay() + 6) % 7]
    // A sum with a hidden part would be wrong.
    if (bar) bar.count = bar.count === null || visits === null ? null : bar.count + visits
  }
  return (
    <div className="visit-when">
      {by === 'day' && <Bars name={t('visits_weekday')} bars={days} />}
      <Bars name={t('visits_hour')} bars={hours.map((count, hour) => ({ label: String(hour), count }))} />
    </div>
  )
}

function Bars({ name, bars }: BarsProps) {
  const { t } = useWords()
  const figure = useFigure()
  return (
    <section aria-label={name}>
      <h3>{name}</h3>
      <div className="visit-chart" aria-hidden="true">
        <ResponsiveContainer width="100%" height={140}>
          <BarChart data={[...bars]} margin={{ top: 4, right: 4, bottom: 0, left: 0 }} accessibilityLayer={false}>
            <XAxis dataKey="label" stroke="var(--ink-soft)" tick={{ fontSize: 12 }} interval="preserveStartEnd" />
            <YAxis allowDecimals={false} width={44} stroke="var(--ink-soft)" tick={{ fontSize: 12 }} />
            <Tooltip
              cursor={{ fill: 'var(--brand-ground)' }}
              contentStyle={{ background: 'var(--raised)', border: '1px solid var(--line)', color: 'var(--ink)' }}
            />
            <Bar name={t('visits_visits')} dataKey="count" fill="var(--brand)" isAnimationActive={false} />
          </BarChart>
        </ResponsiveContainer>
      </div>
      <AsTable name={name} heads={[name, t('visits_visits')]} rows={bars.map(({ label, count }) => [label, figure(count)])} />
    </section>
  )
}
