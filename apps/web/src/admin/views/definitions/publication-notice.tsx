import type { Publication, Publications } from '@sportello/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { useAccount, usePermissions } from '../../account.ts'
import { manage } from '../../call.ts'
import { useIsoDateTimeFormat } from '../../ui/date-time-format.ts'
import { EditModal } from '../../ui/edit-modal.tsx'
import { AreaField } from '../../ui/field.tsx'
import { useWords } from '../../words.tsx'
import { ChangeList, useChanges } from './change-list.tsx'
import { isOpen, publicationsPath } from './use-publications.ts'

type Act = 'approve' | 'send_back' | 'withdraw'

interface PublicationNoticeProps {
  code: string
  publications: Publications
}

/**
 * Notice about the latest publication of a definition. If the publication waits for approval or for its scheduled time,
 * the
 * notice also has buttons for the actions that the operator may take. If it was sent back or has failed, the notice
 * says
 * why.
 */
export function PublicationNotice({ code, publications: { publications } }: PublicationNoticeProps) {
  const { t } = useWords()
  const may = usePermissions()
  const account = useAccount()
  const [act, setAct] = useState<Act | null>(null)
  const [newest] = publications
  if (!newest || !(isOpen(newest) || newest.state === 'sent_back' || newest.state === 'failed')) return null
  const isOwn = newest.asked_by === account?.username
  const mayJudge = newest.state === 'asked' && may.publish && !isOwn
  return (
    <section className={`notice notice-${isOpen(newest) ? 'warning' : 'danger'} publication-notice`} aria-label={t('definition_publish')}>
      <Told publication={newest} />
      {isOpen(newest) && (
        <p className="publication-acts">
          {mayJudge && (
            <>
              <Button weight="primary" onClick={() => setAct('approve')}>
                {t('pub_approve')}
              </Button>
              <Button onClick={() => setAct('send_back')}>{t('pub_send_back')}</Button>
            </>
          )}
          {(isOwn || may.publish) && <Button onClick={() => setAct('withdraw')}>{t('pub_withdraw')}</Button>}
        </p>
      )}
      {act && isOpen(newest) && <ActModal code={code} act={act} publication={newest} onClose={() => setAct(null)} />}
    </section>
  )
}

/** Describes the state of a publication in words. */
function Told({ publication }: { publication: Publication }) {
  const { state, asked_by, publish_at, message, urgent, judged_by, comment, stale } = publication
  const { t } = useWords()
  const account = useAccount()
  const formatDateTime = useIsoDateTimeFormat()
  const at = formatDateTime(publish_at)
  return (
    <>
      <p>
        <strong>
          {state === 'asked' && (publish_at === null ? t('pub_asked', asked_by) : t('pub_asked_for', asked_by, at))}
          {state === 'planned' && t('pub_planned', at)}
          {state === 'sent_back' && t('pub_sent_back', judged_by ?? '')}
          {state === 'failed' && t('pub_failed', at)}
        </strong>{' '}
        {state === 'asked' && asked_by === account?.username && t('pub_own')}
      </p>
      {isOpen(publication) && message !== null && <p>{message}</p>}
      {comment !== null && <p>{comment}</p>}
      {isOpen(publication) && urgent && <p className="hint">{t('pub_urgent')}</p>}
      {isOpen(publication) && stale && <p className="hint">{t('pub_stale')}</p>}
    </>
  )
}

interface ActModalProps {
  code: string
  act: Act
  publication: Publication
  onClose: () => void
}

/** Modal in which an operator approves a publication, sends it back to its author, or withdraws it. */
function ActModal({ code, act, publication: { id, asked_by }, onClose }: ActModalProps) {
  const { t } = useWords()
  const queries = useQueryClient()
  const [comment, setComment] = useState('')
  const path = `${publicationsPath(code)}/${id}`
  async function save(): Promise<void> {
    try {
      if (act === 'withdraw') await manage('DELETE', path)
      else await manage('POST', `${path}/judgement`, { body: { approve: act === 'approve', comment } })
    } finally {
      await Promise.all([['publications', code], ['definitions'], ['home']].map((queryKey) => queries.invalidateQueries({ queryKey })))
    }
  }
  const done = { approve: 'pub_approved', send_back: 'pub_returned', withdraw: 'pub_withdrawn' } as const
  return (
    <EditModal
      title={t(`pub_${act}`)}
      size="small"
      saveLabel={t(`pub_${act}`)}
      danger={act === 'withdraw'}
      disabled={act === 'send_back' && comment.trim() === ''}
      save={save}
      done={t(done[act], code)}
      onClose={onClose}
    >
      {act === 'withdraw' && <p>{t('pub_withdraw_text')}</p>}
      {act === 'approve' && <p>{t('pub_approve_text', asked_by)}</p>}
      {act !== 'withdraw' && (
        <>
          <Asked code={code} id={id} />
          <AreaField
            label={t(act === 'send_back' ? 'pub_comment_back' : 'pub_comment')}
            name="comment"
            required={act === 'send_back'}
            maxLength={1_000}
            value={comment}
            onChange={setComment}
          />
        </>
      )}
    </EditModal>
  )
}

/** Differences between the live version and the version for which publication was requested. */
function Asked({ code, id }: { code: string; id: string }) {
  const { t, language } = useWords()
  const { data } = useChanges(code, 'live', 'asked', id)
  if (!data || data.total === 0) return null
  return (
    <details open>
      <summary>{t('changes_since', new Intl.NumberFormat(language).format(data.total))}</summary>
      <ChangeList {...data} />
    </details>
  )
}
