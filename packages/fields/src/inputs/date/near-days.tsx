import { useFieldWords } from '../../field-words.ts'
import type { nearDays } from './near-days-of.ts'

interface NearDaysProps {
  /** Label of the date field. It makes the names of the buttons unique on the page. */
  label: string
  days: ReturnType<typeof nearDays>
  onPick: (day: string) => void
}

/** Buttons that fill in today or yesterday. */
export function NearDays({ label, days, onPick }: NearDaysProps) {
  const { t } = useFieldWords()
  return days.map(({ day, name }) => (
    <button key={name} type="button" className="date-near" aria-label={`${t(name)}: ${label}`} onClick={() => onPick(day)}>
      {t(name)}
    </button>
  ))
}
