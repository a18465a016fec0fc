import { type CalendarDate, parseDate } from '@internationalized/date'
import { Button } from 'react-aria-components/Button'
import { Calendar, CalendarCell, CalendarGrid, CalendarGridBody, CalendarGridHeader, CalendarHeaderCell } from 'react-aria-components/Calendar'
import { DateInput, DatePicker, DateSegment } from 'react-aria-components/DatePicker'
import { Dialog } from 'react-aria-components/Dialog'
import { Group } from 'react-aria-components/Group'
import { Heading } from 'react-aria-components/Heading'
import { Label } from 'react-aria-components/Label'
import { Popover } from 'react-aria-components/Popover'
import { useWords } from '../words.tsx'
import type { Filters } from './use-filters.ts'

/**
 * Two date fields, for the first and the last day of the rows that a table shows. Dates are formatted in the
 * dashboard's language, not the browser's.
 */
export function DayFilters({ filters }: { filters: Filters }) {
  const { t } = useWords()
  return (['from', 'to'] as const).map((name) => (
    <DayField key={name} label={t(`request_${name}`)} value={filters.values[name]} onChange={(day) => filters.set(name, day)} />
  ))
}

interface DayFieldProps {
  label: string
  /** The day in the date field as YYYY-MM-DD. If the text has any other format, the field is shown as empty. */
  value: string | undefined
  /**
   * Called when the operator changes the day.
   * @param day YYYY-MM-DD, or empty if the operator cleared the field
   */
  onChange: (day: string) => void
  /** Class of the field; by default its label is beside it. */
  className?: string
}

/** Date field in the dashboard's language, with a calendar. */
export function DayField({ label, value, onChange, className = 'inline-field' }: DayFieldProps) {
  return (
    <DatePicker className={className} firstDayOfWeek="mon" shouldForceLeadingZeros value={dayOf(value)} onChange={(day) => onChange(day?.toString() ?? '')}>
      <Label>{label}</Label>
      <Group className="control day-field">
        <DateInput className="day-input">{(segment) => <DateSegment segment={segment} className="day-segment" />}</DateInput>
        <Button className="day-button">
          <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.8">
            <rect x="3.5" y="5" width="17" height="15.5" rx="2" />
            <path d="M3.5 10h17M8 2.5V7M16 2.5V7" />
          </svg>
        </Button>
      </Group>
      <Popover className="day-popover">
        <Dialog>
          <Calendar className="calendar">
            <header className="calendar-head">
              <Button slot="previous" className="day-button">
                <span aria-hidden="true">‹</span>
              </Button>
              <Heading className="calendar-month" />
              <Button slot="next" className="day-button">
                <span aria-hidden="true">›</span>
              </Button>
            </header>
            <CalendarGrid weekdayStyle="short">
              <CalendarGridHeader>{(weekday) => <CalendarHeaderCell>{weekday}</CalendarHeaderCell>}</CalendarGridHeader>
              <CalendarGridBody>{(date) => <CalendarCell date={date} className="calendar-day" />}</CalendarGridBody>
            </CalendarGrid>
          </Calendar>
        </Dialog>
      </Popover>
    </DatePicker>
  )
}

function dayOf(value: string | undefined): CalendarDate | null {
  try {
    return value === undefined ? null : parseDate(value)
  } catch {
    return null
  }
}
