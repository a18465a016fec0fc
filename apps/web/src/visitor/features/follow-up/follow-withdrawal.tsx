import type { FollowUp } from '@sportello/contract'
import { useState } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/dialog.tsx'
import { type FollowWord, useFollowWords, useMoment } from './follow-words.ts'
import type { FollowUpCalls } from './use-follow-up.ts'

/** Lets the requester withdraw the request, or says why that is not possible. */
export function FollowWithdrawal({ shown, calls }: { shown: FollowUp; calls: FollowUpCalls }) {
  const words = useFollowWords()
  const { t } = useWords()
  const { moment } = useMoment(shown.time_zone)
  const [isAsked, setIsAsked] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [said, setSaid] = useState<FollowWord | null>(null)
  const { state, until } = shown.withdrawal
  if (state === 'off') return null

  async function withdraw(): Promise<void> {
    if (isBusy) return
    setIsBusy(true)
    setSaid((await calls.change('POST', ['withdrawal'])) ?? 'ritirata')
    setIsBusy(false)
    setIsAsked(false)
  }

  return (
    <section className="card" aria-labelledby="follow-withdrawal">
      <h2 id="follow-withdrawal">{words('ritiro')}</h2>
      <p>{state === 'withdrawn' ? words('testo_withdrawn') : words(`ritiro_${state}`, until === null ? '' : moment(until))}</p>
      <p role="status">{said && words(said)}</p>
      {state === 'possible' && <Button onClick={() => setIsAsked(true)}>{words('ritira')}</Button>}
      {isAsked && (
        <Dialog
          title={words('ritiro_domanda')}
          onDismiss={() => setIsAsked(false)}
          actions={
            <>
              <Button onClick={() => setIsAsked(false)}>{t('annulla')}</Button>
              <Button weight="primary" aria-disabled={isBusy} onClick={() => void withdraw()}>
                {words('ritira')}
              </Button>
            </>
          }
        >
          <p>{words('ritiro_spiegato')}</p>
        </Dialog>
      )}
    </section>
  )
}
