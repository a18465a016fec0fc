import type { DeskFigures } from '@sportello/contract'
import { Bar, BarChart, CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { useWords } from '../../words.tsx'
import { AsTable } from '../visits/as-table.tsx'

const TOOLTIP = { background: 'var(--raised)', border: '1px solid var(--line)', color: 'var(--ink)' }

/** The requests that arrived and were closed on each day, as lines and as a table. */
export function DayTrend({ days }: Pick<DeskFigures, 'days'>) {
  const { t, language } = useWords()
  const format = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const name = (day: string) => format.format(new Date(day))
  return (
    <>
      <div className="visit-chart" aria-hidden="true">
        <ResponsiveContainer width="100%" height={220}>
          <LineChart data={days} margin={{ top: 18, right: 12, bottom: 0, left: 0 }} accessibilityLayer={false}>
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis dataKey="day" tickFormatter={name} stroke="var(--ink-soft)" tick={{ fontSize: 12 }} minTickGap={24} />
            <YAxis allowDecimals={false} width={44} stroke="var(--ink-soft)" tick={{ fontSize: 12 }} />
            <Tooltip labelFormatter={(day) => name(String(day))} contentStyle={TOOLTIP} />
            <Line name={t('figures_arrived')} dataKey="arrived" stroke="var(--brand)" strokeWidth={2} dot={false} isAnimationActive={false} />
            <Line
              name={t('figures_closed')}
              dataKey="closed"
              stroke="var(--success)"
              strokeWidth={2}
              strokeDasharray="6 3"
              dot={false}
              isAnimationActive={false}
            />
          </LineChart>
        </ResponsiveContainer>
        <p className="visit-legend">
          <span className="visit-key visit-key-visits">{t('figures_arrived')}</span>
          <span className="visit-key visit-key-sent">{t('figures_closed')}</span>
        </p>
      </div>
      <AsTable
        name={t('figures_trend')}
        heads={[t('visits_day'), t('figures_arrived'), t('figures_closed')]}
        rows={days.map(({ day, arrived, closed }) => [name(day), arrived.toLocaleString(language), closed.toLocaleString(language)])}
      />
    </>
  )
}

/** How long the open requests have been waiting, as bars and as a table. */
export function Ages({ ages }: { ages: { label: string; count: number }[] }) {
  const { t, language } = useWords()
  return (
    <>
      <div className="visit-chart" aria-hidden="true">
        <ResponsiveContainer width="100%" height={180}>
          <BarChart layout="vertical" data={ages} margin={{ top: 4, right: 12, bottom: 0, left: 0 }} accessibilityLayer={false}>
            <XAxis type="number" allowDecimals={false} stroke="var(--ink-soft)" tick={{ fontSize: 12 }} />
            <YAxis type="category" dataKey="label" width={116} stroke="var(--ink-soft)" tick={{ fontSize: 12 }} interval={0} />
            <Tooltip cursor={{ fill: 'var(--brand-ground)' }} contentStyle={TOOLTIP} />
            <Bar name={t('figures_open')} dataKey="count" fill="var(--brand)" isAnimationActive={false} />
          </BarChart>
        </ResponsiveContainer>
      </div>
      <AsTable
        name={t('figures_ages')}
        heads={[t('figures_ages'), t('figures_open')]}
        rows={ages.map(({ label, count }) => [label, count.toLocaleString(language)])}
      />
    </>
  )
}
