import { useId } from 'react'
import { useWords, type Words } from '../../../shared/phrase.tsx'
import type { progressOf } from './cards.ts'

/** Shows the number of the current survey question and, if known, the total number of questions with a progress bar. */
export function SurveyProgress({ progress }: { progress: ReturnType<typeof progressOf> }) {
  const { t } = useWords()
  const id = useId()
  if (!progress) return null
  const { number, total } = progress
  return (
    <div className="survey-progress">
      <div className="survey-progress-head">
        <p id={id}>{total === null ? t('domanda_numero', String(number)) : t('domanda_di', String(number), String(total))}</p>
        {total !== null && <p>{left(total - number, t)}</p>}
      </div>
      {total !== null && <progress aria-labelledby={id} value={number} max={total} />}
    </div>
  )
}

/** Says how many questions follow the current one. */
function left(count: number, t: Words['t']): string {
  return count === 0 ? t('domande_restanti_0') : count === 1 ? t('domande_restanti_1') : t('domande_restanti', String(count))
}
