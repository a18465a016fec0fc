import type { ShownDelivery } from '@sportello/contract'
import { useQueryClient } from '@tanstack/react-query'
import { manage } from '../../call.ts'
import { EditModal } from '../../ui/edit-modal.tsx'
import { useWords } from '../../words.tsx'

/** Asks before a ticket is handed over once more, and says what of and where to. */
export function SendDeliveryAgain({ delivery: { id, ticket, destination }, onClose }: { delivery: ShownDelivery; onClose: () => void }) {
  const { t } = useWords()
  const queries = useQueryClient()
  async function send(): Promise<void> {
    await manage('POST', `/deliveries/${id}/send`)
    await Promise.all(['deliveries', 'request', 'requests'].map((key) => queries.invalidateQueries({ queryKey: [key] })))
  }
  return (
    <EditModal title={t('mail_send')} size="small" saveLabel={t('mail_send')} save={send} done={t('request_done', ticket)} onClose={onClose}>
      <p>
        {ticket} → {destination}
      </p>
      <p className="hint">{t('delivery_send_text')}</p>
    </EditModal>
  )
}
