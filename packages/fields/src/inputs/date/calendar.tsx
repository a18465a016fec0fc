import { type CalendarDate, parseDate } from '@internationalized/date'
import { useLayoutEffect, useRef, useState } from 'react'
import {
  Button,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  I18nProvider,
  Calendar as Month,
} from 'react-aria-components'
import { useFieldWords } from '../../field-words.ts'

interface CalendarProps {
  /** Label of the date question, which is also the accessible name of the calendar dialog. */
  label: string
  language: string
  /** The day in the date field, YYYY-MM-DD; undefined if the field does not contain a valid day. */
  day: string | undefined
  today: string
  bounds: { min?: string; max?: string }
  onPick: (day: string) => void
  onClose: () => void
}

/** Number of years before and after the current year that the calendar offers if the date field has no limit. */
const YEARS_AROUND = 110

/**
 * Calendar of a date field: a dialog with the days of one month. Weeks start on Monday in every language (visitor
 * specification, section 9).
 */
export function Calendar({ label, language, day, today, bounds, onPick, onClose }: CalendarProps) {
  const { t } = useFieldWords()
  const dialog = useRef<HTMLDialogElement>(null)
  const [focused, setFocused] = useState<CalendarDate>(() => parseDate(day ?? nearest(today, bounds)))
  // A layout effect opens the dialog before the calendar's normal effect moves the focus to a day. Its clean-up closes
  // the dialog while its element is still in the document, because only then the browser returns the focus to the
  // element that opened the dialog.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  const first = Number((bounds.min ?? '').slice(0, 4)) || focused.year - YEARS_AROUND
  const last = Number((bounds.max ?? '').slice(0, 4)) || focused.year + YEARS_AROUND
  const years = Array.from({ length: last - first + 1 }, (_, place) => first + place)
  return (
    <dialog ref={dialog} className="calendar" aria-label={t('calendario', label)} onClose={onClose} onCancel={onClose}>
      <I18nProvider locale={language}>
        <Month
          aria-label={t('calendario', label)}
          autoFocus
          firstDayOfWeek="mon"
          value={day === undefined ? null : parseDate(day)}
          focusedValue={focused}
          onFocusChange={(next) => setFocused(next as CalendarDate)}
          minValue={bounds.min ? parseDate(bounds.min) : null}
          maxValue={bounds.max ? parseDate(bounds.max) : null}
          onChange={(next) => onPick(next.toString())}
        >
          <header className="calendar-head">
            <Button slot="previous" className="icon-button" aria-label={t('mese_precedente')}>
              <span aria-hidden="true">‹</span>
            </Button>
            <span className="calendar-month">{new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(focused.toDate('UTC'))}</span>
            <select
              className="control calendar-year"
              aria-label={t('anno')}
              value={focused.year}
              onChange={(event) => setFocused(focused.set({ year: Number(event.target.value) }))}
            >
              {years.map((year) => (
                <option key={year}>{year}</option>
              ))}
            </select>
            <Button slot="next" className="icon-button" aria-label={t('mese_successivo')}>
              <span aria-hidden="true">›</span>
            </Button>
          </header>
          <CalendarGrid weekdayStyle="short">
            <CalendarGridHeader>{(weekday) => <CalendarHeaderCell>{weekday}</CalendarHeaderCell>}</CalendarGridHeader>
            <CalendarGridBody>{(each) => <CalendarCell date={each} className="calendar-day" />}</CalendarGridBody>
          </CalendarGrid>
        </Month>
        <button type="button" className="button calendar-close" onClick={onClose}>
          {t('chiudi')}
        </button>
      </I18nProvider>
    </dialog>
  )
}

/** Returns today, or the nearest allowed day if the limits of the date field exclude today. */
function nearest(today: string, { min, max }: { min?: string; max?: string }): string {
  if (min !== undefined && today < min) return min
  return max !== undefined && today > max ? max : today
}
