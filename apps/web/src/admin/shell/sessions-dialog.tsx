import type { OperatorWay, ShownSession } from '@sportello/contract'
import type { AdminPhrases } from '@sportello/phrases/admin'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { manage } from '../call.ts'
import { useIsoDateTimeFormat } from '../ui/date-time-format.ts'
import { Dialog } from '../ui/dialog.tsx'
import { EditModal } from '../ui/edit-modal.tsx'
import { RowButton } from '../ui/row-button.tsx'
import { useMessages } from '../ui/use-messages.ts'
import { useWords } from '../words.tsx'

const PATH = '/account/sessions'

const WAYS: Readonly<Record<OperatorWay, keyof AdminPhrases>> = {
  link: 'session_way_link',
  password: 'session_way_password',
  'password+code': 'session_way_password_code',
  'password+passkey': 'session_way_password_passkey',
  passkey: 'session_way_passkey',
  provider: 'session_way_provider',
}

/** Dialog that lists the operator's own open sessions. The operator can end each session (OWASP ASVS 5.0, 7.5.2). */
export default function SessionsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  const messages = useMessages()
  const sessions = useQuery({ queryKey: ['sessions'], queryFn: ({ signal }) => manage<ShownSession[]>('GET', PATH, { signal }), staleTime: 0 })
  const [ending, setEnding] = useState<'others' | ShownSession | null>(null)
  const end = () => setEnding(null)
  const actions = (
    <>
      <Button onClick={onClose}>{t('close')}</Button>
      {sessions.data?.some(({ present }) => !present) && <Button onClick={() => setEnding('others')}>{t('sessions_end_others')}</Button>}
    </>
  )

  return (
    <>
      <Dialog title={t('own_sessions')} size="medium" onDismiss={onClose} actions={actions}>
        <p>{t('own_sessions_text')}</p>
        {sessions.error ? (
          messages(sessions.error).map((message) => (
            <p key={message} role="alert">
              {message}
            </p>
          ))
        ) : sessions.isPending ? (
          <p role="status">{t('loading')}</p>
        ) : (
          <SessionList sessions={sessions.data} onEnd={setEnding} />
        )}
      </Dialog>
      {ending === 'others' && <EndOthers onClose={end} />}
      {ending !== null && ending !== 'others' && <EndSession session={ending} onClose={end} />}
    </>
  )
}

function SessionList({ sessions, onEnd }: { sessions: readonly ShownSession[]; onEnd: (session: ShownSession) => void }) {
  const { t } = useWords()
  const formatDateTime = useIsoDateTimeFormat()
  return (
    <ul className="own-list" aria-label={t('own_sessions')}>
      {sessions.map((session) => (
        <li key={session.id}>
          <div id={`session-${session.id}`}>
            <p className="own-name">
              {session.browser ?? t('session_unknown')} {session.present && <span className="badge state-sent">{t('session_present')}</span>}
            </p>
            <dl className="hint">
              <div>
                <dt>{t('session_way')}</dt>
                <dd>{t(WAYS[session.way])}</dd>
              </div>
              <div>
                <dt>{t('session_began')}</dt>
                <dd>{formatDateTime(session.began_at)}</dd>
              </div>
              <div>
                <dt>{t('session_last_used')}</dt>
                <dd>{formatDateTime(session.last_used_at)}</dd>
              </div>
            </dl>
          </div>
          {!session.present && (
            <RowButton about={`session-${session.id}`} onClick={() => onEnd(session)}>
              {t('session_end')}
            </RowButton>
          )}
        </li>
      ))}
    </ul>
  )
}

function useRefresh(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['sessions'] })
}

function EndSession({ session, onClose }: { session: ShownSession; onClose: () => void }) {
  const { t } = useWords()
  const refresh = useRefresh()
  const name = session.browser ?? t('session_unknown')
  async function end(): Promise<void> {
    // Reloads the list of sessions even if the call fails, because the session may already have ended.
    await manage('DELETE', `${PATH}/${session.id}`).finally(refresh)
  }
  return (
    <EditModal title={t('session_end_title')} size="small" saveLabel={t('session_end')} danger save={end} done={t('session_ended', name)} onClose={onClose}>
      <p>{t('session_end_text', name)}</p>
    </EditModal>
  )
}

function EndOthers({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  const refresh = useRefresh()
  async function end(): Promise<void> {
    await manage('DELETE', PATH)
    await refresh()
  }
  return (
    <EditModal
      title={t('sessions_end_others')}
      size="small"
      saveLabel={t('sessions_end_others')}
      danger
      save={end}
      done={t('sessions_ended')}
      onClose={onClose}
    >
      <p>{t('sessions_end_others_text')}</p>
    </EditModal>
  )
}
