import { useState } from 'react'
import { controlAttributes, type InputComponent } from '../../define-input-part.ts'
import { useFieldWords } from '../../field-words.ts'
import { type DateSettings, date, dateBounds, readTypedDay, TIME_STEP } from './definition.ts'
import { NearDays } from './near-days.tsx'
import { nearDays } from './near-days-of.ts'
import { formatIn, typedFormat, withSeparators, writeDay } from './typed-date.ts'

// Loads the code of the calendar only when the visitor first opens the calendar, because it is larger than the code of
// all other controls together.
const loadCalendar = () => import('./calendar.tsx').then((loaded) => loaded.Calendar)
/**
 * Maximum number of characters in the input of a date field: enough for a date with spaces around its separators, or
 * for a date with a time.
 */
const LONGEST = 24

type CalendarPart = Awaited<ReturnType<typeof loadCalendar>>

/**
 * Control of a date field. It consists of a text input for a date in the author's format, a button that opens a
 * calendar, and an input for the time, if the field requires one.
 */
export const DateInput: InputComponent = (props) => {
  const { t, language } = useFieldWords()
  const settings = props.settings as DateSettings
  const format = typedFormat(settings)
  const [Calendar, setCalendar] = useState<CalendarPart | null>(null)
  const [open, setOpen] = useState(false)
  const { typed, time } = parts(String(props.value ?? ''))
  const day = readTypedDay(typed.trim(), settings, props.today)

  function change(nextTyped: string, nextTime: string): void {
    props.onChange(settings.time && nextTime !== '' ? `${nextTyped} ${nextTime}` : nextTyped)
  }

  /**
   * Rewrites the typed text as the date that will be submitted: with the separators of the format, two digits for day
   * and month, and four digits for the year.
   */
  function settle(): void {
    const whole = day === undefined ? typed : writeDay(day, format)
    if (whole !== typed && !props.readOnly) change(whole, time)
  }

  async function openCalendar(): Promise<void> {
    setOpen(true)
    const part = Calendar ?? (await loadCalendar().catch(() => null))
    // If the code of the calendar cannot be loaded, nothing happens: the visitor can still type the date.
    if (part) setCalendar(() => part)
    else setOpen(false)
  }

  function close(picked?: string): void {
    setOpen(false)
    if (picked !== undefined) change(writeDay(picked, format), time)
  }

  return (
    <div className="date">
      <div className="date-day">
        <input
          {...controlAttributes(props)}
          className="control"
          type="text"
          inputMode="numeric"
          autoComplete="off"
          size={12}
          maxLength={LONGEST}
          placeholder={(props.settings.placeholder as string | undefined) ?? formatIn(t('lettere_data'), format)}
          value={typed}
          readOnly={props.readOnly}
          onChange={(event) => change(withSeparators(event.target.value, typed, format), time)}
          onBlur={() => {
            settle()
            props.onLeave()
          }}
        />
        <button
          type="button"
          className="date-open"
          aria-label={t('apri_calendario', props.label)}
          aria-haspopup="dialog"
          aria-expanded={open}
          disabled={props.readOnly}
          onClick={() => void openCalendar()}
        >
          <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.8">
            <rect x="3.5" y="5" width="17" height="15.5" rx="2" />
            <path d="M3.5 10h17M8 2.5V7M16 2.5V7" />
          </svg>
        </button>
      </div>
      {settings.time && (
        <input
          className="control date-time"
          type="time"
          step={TIME_STEP * 60}
          aria-label={t('ora', props.label)}
          aria-invalid={props.invalid || undefined}
          value={time}
          readOnly={props.readOnly}
          onChange={(event) => change(typed, event.target.value)}
          onBlur={props.onLeave}
        />
      )}
      {!props.readOnly && <NearDays label={props.label} days={nearDays(settings, props.today)} onPick={(picked) => change(writeDay(picked, format), time)} />}
      {open && Calendar && (
        <Calendar
          label={props.label}
          language={language}
          day={day !== undefined && date.check(day, { format }, props).length === 0 ? day : undefined}
          today={props.today}
          bounds={dateBounds(settings, props.today)}
          onPick={close}
          onClose={() => close()}
        />
      )}
    </div>
  )
}

/**
 * Splits the text of a date field into the typed date and the time. The time is the value of the browser's time input:
 * HH:mm, or empty.
 */
function parts(shown: string): { typed: string; time: string } {
  const [, typed = shown, time = ''] = /^(.*?) ?(\d\d:\d\d)$/.exec(shown) ?? []
  return { typed, time }
}
