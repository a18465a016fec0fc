import type { ReviewComment } from '@sportello/contract'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { CallError } from '../shared/call-error.ts'
import { dateFormat } from '../shared/date-format.ts'
import { Button } from '../shared/ui/button.tsx'
import { useReviewWords } from './review-words.tsx'
import { TextForm } from './text-form.tsx'
import type { useReview } from './use-review.ts'

interface ItemProps {
  comment: ReviewComment
  answers: readonly ReviewComment[]
  mayReply: boolean
  /** Returns true if the reviewer has entered a name. Otherwise moves the focus to the name field and returns false. */
  requireName: () => boolean
  change: ReturnType<typeof useReview>['change']
  onReply: (text: string) => Promise<void>
}

/** A comment with its replies. The reviewer can change their own comment until somebody has replied to it. */
export function ReviewCommentItem({ comment, answers, mayReply, requireName, change, onReply }: ItemProps) {
  const { t } = useReviewWords()
  const [reply, setReply] = useState<string | null>(null)
  const author = useAuthor(comment)
  return (
    <li className="comment">
      <Written comment={comment} change={change}>
        <span className={comment.is_done ? 'badge comment-done' : 'badge'}>{t(comment.is_done ? 'comments_done' : 'comments_open')}</span>
      </Written>
      {answers.length > 0 && (
        <ol className="comment-answers">
          {answers.map((answer) => (
            <li key={answer.id}>
              <Written comment={answer} change={change} />
            </li>
          ))}
        </ol>
      )}
      {reply === null ? (
        mayReply && (
          <div className="comment-actions">
            <Button aria-label={t('comments_reply_to', author)} onClick={() => requireName() && setReply('')}>
              {t('comments_reply')}
            </Button>
          </div>
        )
      ) : (
        <TextForm
          label={t('comments_reply_text')}
          action={t('comments_reply')}
          text={reply}
          onChange={setReply}
          onSend={async (text) => {
            if (!requireName()) return false
            await onReply(text)
            setReply(null)
            return false
          }}
          onCancel={() => setReply(null)}
        />
      )}
    </li>
  )
}

function useAuthor({ author, is_office }: ReviewComment): string {
  const { t } = useReviewWords()
  if (!is_office) return author ?? ''
  return author === null ? t('comments_office') : `${author} (${t('comments_office')})`
}

/** A comment or reply: its text, author and time. Reviewers can change and delete only their own texts. */
function Written({ comment, change, children }: { comment: ReviewComment; change: ItemProps['change']; children?: ReactNode }) {
  const { t, language } = useReviewWords()
  const [edited, setEdited] = useState<string | null>(null)
  const author = useAuthor(comment)
  const time = dateFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  const path = `/comments/${comment.id}`
  return (
    <article aria-label={t('comments_of', author)}>
      <p className="comment-head">
        <strong>{author}</strong> <time dateTime={comment.created_at}>{time.format(Date.parse(comment.created_at))}</time> {children}
      </p>
      {edited === null ? (
        <p className="comment-text">{comment.text}</p>
      ) : (
        <TextForm
          label={t('comments_edit')}
          action={t('comments_save')}
          text={edited}
          onChange={setEdited}
          onSend={async (text) => {
            await change({ method: 'PUT', path, body: { text } })
            setEdited(null)
            return false
          }}
          onCancel={() => setEdited(null)}
        />
      )}
      {comment.is_changeable && edited === null && <OwnActions onEdit={() => setEdited(comment.text)} onDelete={() => change({ method: 'DELETE', path })} />}
    </article>
  )
}

function OwnActions({ onEdit, onDelete }: { onEdit: () => void; onDelete: () => Promise<void> }) {
  const { t } = useReviewWords()
  const [isAsking, setAsking] = useState(false)
  const [fault, setFault] = useState('')
  const cancel = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isAsking) cancel.current?.focus()
  }, [isAsking])
  async function remove(): Promise<void> {
    try {
      await onDelete()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFault(error.errors.map(({ data }) => data.message).join(' ') || t('review_unreachable'))
      setAsking(false)
    }
  }
  if (isAsking)
    return (
      <div className="comment-actions">
        <span>{t('review_sure')}</span>
        <Button ref={cancel} onClick={() => setAsking(false)}>
          {t('comments_cancel')}
        </Button>
        <Button weight="primary" className="button-danger" onClick={() => void remove()}>
          {t('comments_delete')}
        </Button>
      </div>
    )
  return (
    <div className="comment-actions">
      <Button onClick={onEdit}>{t('comments_edit')}</Button>
      <Button onClick={() => setAsking(true)}>{t('comments_delete')}</Button>
      {fault !== '' && (
        <p className="fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}
