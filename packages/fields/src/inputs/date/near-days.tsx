import { useFieldWords } from '../../field-words.ts'
import type { nearDays } from './near-days-of.ts'

interface NearDaysProps {
  days: ReturnType<typeof nearDays>
  onPick: (day: string) => void
}

/** Buttons that fill in today or yesterday. */
export function NearDays({ days, onPick }: NearDaysProps) {
  const { t } = useFieldWords()
  return days.map(({ day, name }) => (
    <button key={name} type="button" className="date-near" onClick={() => onPick(day)}>
      {t(name)}
    </button>
  ))
}
