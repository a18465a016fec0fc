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

/** Loads a request, and returns its contents and the buttons of the actions that its state allows. The dialog and the panel of a request show the same parts. */
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
      // The audit log records when an operator opens a request. The parameter `refresh` tells the server that an open
      // request is only reloaded, so the audit log gets no new entry.
      const shown = await manage<ShownRequest>('GET', `/requests/${encodeURIComponent(ticket)}`, { query: { refresh: isOpen.current ? 1 : undefined }, signal })
      isOpen.current = true
      return shown
    },
    // The browser does not cache the request, because each opening must reach the server, which records it in the audit
    // log.
    staleTime: 0,
    gcTime: 0,
  })
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

  // If a request failed before its ticket was opened, the banner with the reason has a button that processes the
  // request again. Later failures concern single deliveries and mails, which the banner retries one by one.
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
