import { REQUEST_ACTIONS, type RequestAction, type ShownRequest } from '@sportello/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { usePermissions } from '../../account.ts'
import { manage } from '../../call.ts'
import { EditModal } from '../../ui/edit-modal.tsx'
import { useMessages } from '../../ui/use-messages.ts'
import { useWords } from '../../words.tsx'
import { RequestDetails } from './request-details.tsx'
import { useLiveRequest } from './use-live-request.ts'

/**
 * Loads a request. Returns its contents and the action buttons that its state allows. Both the dialog and the panel use
 * these parts.
 */
export function useRequestParts(ticket: string): { contents: ReactNode; actions: ReactNode } {
  const { t } = useWords()
  const may = usePermissions()
  const queries = useQueryClient()
  const messages = useMessages()
  const [action, setAction] = useState<RequestAction | null>(null)
  const isOpen = useRef(false)
  const source = useQuery({
    queryKey: ['request', ticket],
    queryFn: async ({ signal }) => {
      // When an operator opens a request, the server writes an entry to the audit log. The parameter `refresh` marks
      // the reload of a request that is already open, which needs no new entry.
      const shown = await manage<ShownRequest>('GET', `/requests/${encodeURIComponent(ticket)}`, { query: { refresh: isOpen.current ? 1 : undefined }, signal })
      isOpen.current = true
      return shown
    },
    // The request is not cached, because every opening must reach the server and be recorded in the audit log.
    staleTime: 0,
    gcTime: 0,
  })
  useLiveRequest(ticket)
  const request = source.data
  const offered = (Object.keys(REQUEST_ACTIONS) as RequestAction[]).filter((each) => {
    const states: readonly string[] = REQUEST_ACTIONS[each]
    return request && may.change && states.includes(request.state)
  })

  async function act(wanted: RequestAction): Promise<void> {
    const now = await manage<ShownRequest>('POST', `/requests/${encodeURIComponent(ticket)}/${wanted}`)
    queries.setQueryData(['request', ticket], now)
    await queries.invalidateQueries({ queryKey: ['requests'] })
  }

  // If a request failed before its ticket was opened, the banner shows the reason. A button in it processes the whole
  // request again. Later failures concern single deliveries or mails, and each of these has its own retry button.
  const isInBanner = request !== undefined && request.failure !== null && request.processed_at === null && offered.includes('retry')
  const actions = offered
    .filter((each) => each !== 'retry' || !isInBanner)
    .map((each) => (
      <Button key={each} onClick={() => setAction(each)}>
        {t(`request_${each}`)}
      </Button>
    ))
  const contents = (
    <>
      {source.error && (
        <div className="notice notice-danger" role="alert">
          {messages(source.error).map((message) => (
            <p key={message}>{message}</p>
          ))}
          <Button onClick={() => void source.refetch()}>{t('try_again')}</Button>
        </div>
      )}
      {source.isPending && <p role="status">{t('loading')}</p>}
      {request && <RequestDetails request={request} onProcessAgain={isInBanner ? () => setAction('retry') : undefined} />}
      {action && (
        <EditModal
          title={t(`request_${action}`)}
          size="small"
          danger={action === 'cancel'}
          saveLabel={t(`request_${action}`)}
          save={() => act(action)}
          done={t('request_done', ticket)}
          conflictHint={t('request_conflict')}
          {...(action === 'cancel' && { cancelLabel: t('request_keep') })}
          onClose={() => setAction(null)}
        >
          <p>{action === 'cancel' ? t('request_cancel_text', ticket) : `${ticket} · ${request?.email ?? ''}`}</p>
        </EditModal>
      )}
    </>
  )
  return { contents, actions }
}
