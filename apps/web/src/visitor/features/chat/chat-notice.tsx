import { chatDataOf } from '@sportello/contract'
import { Button } from '../../../shared/ui/button.tsx'
import { useCustomer } from '../../use-customer.ts'
import { useChatWords } from './chat-words.ts'
import type { LiveChat } from './live-chat.ts'

interface ChatNoticeProps {
  chat: LiveChat
  onOpen: () => void
  onDecline: () => void
}

/**
 * Notice about the data that the chat provider receives. The page shows the notice before it loads anything from the
 * provider.
 */
export function ChatNotice({ chat, onOpen, onDecline }: ChatNoticeProps) {
  const { config } = useCustomer()
  const t = useChatWords()
  const known = Object.entries(chatDataOf(config.metadata)) as [keyof ReturnType<typeof chatDataOf>, string][]
  const told: [label: string, value: string][] = known.map(([key, value]) => [t(`chat_${key}`), value])
  if (chat.fondo !== null) told.push([t('chat_fondo'), chat.fondo])
  return (
    <>
      <div className="chat-notice">
        <p>{t('chat_avviso', new URL(chat.site).host)}</p>
        <p>{t(told.length > 0 ? 'chat_dati' : 'chat_senza_dati')}</p>
        {told.length > 0 && (
          <dl className="chat-data">
            {told.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        <p>{t('chat_anche')}</p>
      </div>
      <div className="dialog-actions chat-actions">
        <Button onClick={onDecline}>{t('chat_non_ora')}</Button>
        <Button weight="primary" onClick={onOpen}>
          {t('chat_apri')}
        </Button>
      </div>
    </>
  )
}
