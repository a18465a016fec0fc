import type { ShownDelivery } from '@sportello/contract'
import { useQueryClient } from '@tanstack/react-query'
import { manage } from '../../call.ts'
import { EditModal } from '../../ui/edit-modal.tsx'
import { useWords } from '../../words.tsx'
import { isRetrying } from './failure.tsx'

/**
 * Modal that asks for confirmation before a ticket is sent to its destination again. It names the ticket and the
 * destination.
 */
export function SendDeliveryAgain({ delivery, onClose }: { delivery: ShownDelivery; onClose: () => void }) {
  const { t } = useWords()
  const { id, ticket, destination } = delivery
  const label = t(isRetrying(delivery) ? 'retry_now' : 'mail_send')
  const queries = useQueryClient()
  async function send(): Promise<void> {
    await manage('POST', `/deliveries/${id}/send`)
    await Promise.all(['deliveries', 'request', 'requests', 'attention'].map((key) => queries.invalidateQueries({ queryKey: [key] })))
  }
  return (
    <EditModal title={label} size="small" saveLabel={label} save={send} done={t('request_done', ticket)} onClose={onClose}>
      <p>
        {ticket} → {destination}
      </p>
      <p className="hint">{t('delivery_send_text')}</p>
    </EditModal>
  )
}
