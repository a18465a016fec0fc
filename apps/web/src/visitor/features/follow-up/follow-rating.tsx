import { type FollowUp, MAX_SCORE_COMMENT, SCORES } from '@sportello/contract'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { type FollowWord, useFollowWords } from './follow-words.ts'
import type { FollowUpCalls } from './use-follow-up.ts'

/** Asks how satisfied the requester is, once the request is closed. */
export function FollowRating({ shown, calls }: { shown: FollowUp; calls: FollowUpCalls }) {
  const words = useFollowWords()
  return (
    shown.satisfaction && (
      <section className="card" aria-labelledby="follow-rating">
        <h2 id="follow-rating">{words('voto')}</h2>
        <RatingForm given={shown.satisfaction} calls={calls} />
      </section>
    )
  )
}

function RatingForm({ given, calls }: { given: NonNullable<FollowUp['satisfaction']>; calls: FollowUpCalls }) {
  const words = useFollowWords()
  const id = useId()
  const [score, setScore] = useState(given.score)
  const [comment, setComment] = useState(given.comment ?? '')
  const [said, setSaid] = useState<FollowWord | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    if (score === null) return setSaid('voto_manca')
    setIsBusy(true)
    setSaid(null)
    setSaid((await calls.change('PUT', ['satisfaction'], { score, comment: comment.trim() === '' ? null : comment })) ?? 'voto_mandato')
    setIsBusy(false)
  }

  return (
    <form onSubmit={(event) => void send(event)} noValidate>
      <fieldset className="follow-scores" aria-labelledby="follow-rating">
        {SCORES.toReversed().map((each) => (
          <label key={each}>
            <input type="radio" name={id} checked={score === each} onChange={() => setScore(each)} />
            {words(`voto_${each}`)}
          </label>
        ))}
      </fieldset>
      <div className="field">
        <label className="field-label" htmlFor={`${id}-comment`}>
          {words('commento')}
        </label>
        <textarea
          id={`${id}-comment`}
          className="control"
          rows={3}
          maxLength={MAX_SCORE_COMMENT}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
        />
      </div>
      <p role="status" className={said !== null && said !== 'voto_mandato' ? 'field-error' : undefined}>
        {said && words(said)}
      </p>
      <Button weight="primary" type="submit" aria-disabled={isBusy}>
        {words('salva_voto')}
      </Button>
    </form>
  )
}
