import { useEffect, useRef } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { HomeLink } from '../../pages/home-link.tsx'
import { addStyle } from '../../styles/add-style.ts'
import css from '../../styles/follow-up.css?inline'
import { useCustomer } from '../../use-customer.ts'
import { FollowAnswers } from './follow-answers.tsx'
import { FollowEntry } from './follow-entry.tsx'
import { FollowMessages } from './follow-messages.tsx'
import { FollowRating } from './follow-rating.tsx'
import { FollowEvents, FollowState } from './follow-state.tsx'
import { FollowWithdrawal } from './follow-withdrawal.tsx'
import { useFollowWords } from './follow-words.ts'
import { useFollowUp } from './use-follow-up.ts'

/** The page on which a requester follows a request. */
export default function FollowUpView() {
  const { config } = useCustomer()
  const { t } = useWords()
  const words = useFollowWords()
  const { phase, calls, load } = useFollowUp()
  const title = useRef<HTMLHeadingElement>(null)
  const isOpen = phase.kind === 'open'
  useEffect(() => addStyle('follow-up-style', css), [])
  useEffect(() => {
    if (isOpen) title.current?.focus()
  }, [isOpen])

  if (phase.kind === 'loading')
    return (
      <section className="card" aria-busy="true">
        <h1>{words('titolo')}</h1>
        <p role="status">{words('caricamento')}</p>
      </section>
    )
  if (phase.kind === 'entry') return <FollowEntry notice={phase.notice} calls={calls} />
  if (phase.kind === 'failed')
    return (
      <section className="card" role="alert">
        <h1>{words('titolo')}</h1>
        <p>{words('non_riuscito')}</p>
        <p className="ways-on">
          <Button weight="primary" onClick={() => void load()}>
            {t('riprova')}
          </Button>
        </p>
      </section>
    )
  const { shown } = phase
  return (
    <div className="follow-up">
      <section className="card">
        <div className="follow-head">
          <h1 ref={title} tabIndex={-1}>
            {words('titolo')}
          </h1>
          <Button onClick={() => void calls.leave()}>{words('esci')}</Button>
        </div>
        <FollowState shown={shown} />
      </section>
      <FollowRating shown={shown} calls={calls} />
      <FollowMessages shown={shown} calls={calls} />
      <FollowEvents shown={shown} />
      <FollowAnswers shown={shown} calls={calls} />
      <FollowWithdrawal shown={shown} calls={calls} />
      <p className="ways-on">
        <HomeLink customer={config.form_code} />
      </p>
    </div>
  )
}
