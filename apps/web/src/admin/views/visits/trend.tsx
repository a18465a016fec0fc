import type { Visits } from '@sportello/contract'
import { CartesianGrid, Line, LineChart, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { useWords } from '../../words.tsx'
import { AsTable } from './as-table.tsx'
import { type ComparedPoint, pointsOf, versionStarts } from './trend-points.ts'
import { useFigure } from './use-figure.ts'

interface TrendProps extends Pick<Visits, 'trend' | 'by'> {
  /** The days or months beside those of the comparison; null if nothing is compared. */
  compared: readonly ComparedPoint[] | null
}

/**
 * The visits and submissions of each day or month as lines, with the days on which a new version went live. A thin line
 * shows the visits of the comparison, its first day above the first one of the period.
 */
export function Trend({ trend, by, compared }: TrendProps) {
  const { t, language } = useWords()
  const figure = useFigure()
  const points = compared ? [...compared] : pointsOf(trend, by)
  const format = new Intl.DateTimeFormat(
    language,
    by === 'day' ? { day: 'numeric', month: 'short', timeZone: 'UTC' } : { month: 'long', year: 'numeric', timeZone: 'UTC' },
  )
  const name = (day: string) => format.format(new Date(day))
  const starts = versionStarts(trend)
  /** The day with the versions that began on it, which the chart shows as lines. */
  const rowName = (day: string) => {
    const begun = starts.filter((start) => start.day === day).map(({ version }) => `${t('visits_version')} ${version}`)
    return begun.length > 0 ? `${name(day)} (${begun.join(', ')})` : name(day)
  }
  const unit = t(by === 'day' ? 'visits_day' : 'visits_month')
  const counts = [t('visits_visits'), t('visits_sent'), t('visits_requests')]
  const figures = ({ visits, sent, requests }: Omit<ComparedPoint, 'day' | 'other'>) => [visits, sent, requests].map(figure)
  return (
    <>
      <div className="visit-chart" aria-hidden="true">
        <ResponsiveContainer width="100%" height={220}>
          <LineChart data={points} margin={{ top: 18, right: 12, bottom: 0, left: 0 }} accessibilityLayer={false}>
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis dataKey="day" tickFormatter={name} stroke="var(--ink-soft)" tick={{ fontSize: 12 }} minTickGap={24} />
            <YAxis allowDecimals={false} width={44} stroke="var(--ink-soft)" tick={{ fontSize: 12 }} />
            <Tooltip
              labelFormatter={(day) => name(String(day))}
              formatter={(value, line, { dataKey, payload }) => [value, dataKey === 'other.visits' ? `${line}, ${name(payload.other.day)}` : line]}
              contentStyle={{ background: 'var(--raised)', border: '1px solid var(--line)', color: 'var(--ink)' }}
            />
            {starts.map(({ day, version }) => (
              <ReferenceLine
                key={version}
                x={day}
                stroke="var(--line-strong)"
                strokeDasharray="3 3"
                label={{ value: `${t('visits_version')} ${version}`, position: 'top', fill: 'var(--ink-soft)', fontSize: 12 }}
              />
            ))}
            {compared && (
              <Line
                name={t('visits_then')}
                dataKey="other.visits"
                stroke="var(--ink-soft)"
                strokeWidth={1.25}
                dot={points.length < 2}
                isAnimationActive={false}
                connectNulls
              />
            )}
            <Line
              name={t('visits_visits')}
              dataKey="visits"
              stroke="var(--brand)"
              strokeWidth={2}
              dot={points.length < 2}
              isAnimationActive={false}
              connectNulls
            />
            <Line
              name={t('visits_sent')}
              dataKey="sent"
              stroke="var(--success)"
              strokeWidth={2}
              strokeDasharray="6 3"
              dot={points.length < 2}
              isAnimationActive={false}
              connectNulls
            />
          </LineChart>
        </ResponsiveContainer>
        <p className="visit-legend">
          <span className="visit-key visit-key-visits">{t('visits_visits')}</span>
          <span className="visit-key visit-key-sent">{t('visits_sent')}</span>
          {compared && <span className="visit-key visit-key-then">{`${t('visits_then')}: ${t('visits_visits')}`}</span>}
        </p>
      </div>
      {compared ? (
        <AsTable
          name={t('visits_trend')}
          heads={[unit, ...counts, `${t('visits_then')}: ${unit}`, ...counts.map((count) => `${t('visits_then')}: ${count}`)]}
          rows={compared.map(({ other, ...point }) => [rowName(point.day), ...figures(point), ...(other ? [name(other.day), ...figures(other)] : [])])}
        />
      ) : (
        <AsTable name={t('visits_trend')} heads={[unit, ...counts]} rows={points.map((point) => [rowName(point.day), ...figures(point)])} />
      )}
    </>
  )
}
