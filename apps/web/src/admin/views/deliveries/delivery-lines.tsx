import type { ShownDelivery } from '@sportello/contract'
import { useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { usePermissions } from '../../account.ts'
import { useIsoDateTimeFormat } from '../../ui/date-time-format.ts'
import { useWords } from '../../words.tsx'
import { Failure, StateBadge } from './failure.tsx'
import { SendDeliveryAgain } from './send-delivery-again.tsx'

/** Lists the deliveries of one request's ticket. There is one delivery for each destination of the form. */
export function DeliveryLines({ deliveries }: { deliveries: readonly ShownDelivery[] }) {
  const { t, language } = useWords()
  const formatDateTime = useIsoDateTimeFormat()
  const may = usePermissions()
  const [again, setAgain] = useState<ShownDelivery | null>(null)
  return (
    <>
      <ul className="plain-list">
        {deliveries.map((delivery) => {
          const { id, destination, state, attempts, last_answer, last_error, external_id, last_attempt_at } = delivery
          return (
            <li key={id}>
              {destination} <StateBadge of={delivery} label={t(`delivery_state_${state}`)} />{' '}
              <span className="hint">
                {t('mail_attempts')}: {attempts.toLocaleString(language)}
                {last_attempt_at && `, ${formatDateTime(last_attempt_at)}`}
                {external_id && `. ${t('delivery_external')}: ${external_id}`}
              </span>
              {last_error && <Failure error={last_error} />}
              {last_answer && <pre className="letter">{last_answer}</pre>}
              {may.change && state === 'dead' && (
                <Button aria-label={`${t('mail_send')}: ${destination}`} onClick={() => setAgain(delivery)}>
                  {t('mail_send')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {again && <SendDeliveryAgain delivery={again} onClose={() => setAgain(null)} />}
    </>
  )
}
