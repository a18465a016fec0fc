import type { StepComment } from '@sportello/contract'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { useAccount, usePermissions } from '../../account.ts'
import { useIsoDateTimeFormat } from '../../ui/date-time-format.ts'
import { EditModal } from '../../ui/edit-modal.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useMessages } from '../../ui/use-messages.ts'
import { useCommentWords } from './comment-words.tsx'
import { useComments } from './comments-context.tsx'
import { TextForm } from './text-form.tsx'

/**
 * A comment on a step together with its replies, and the buttons with which the operator replies to, resolves or
 * deletes it.
 */
export function CommentThread({ comment, answers }: { comment: StepComment; answers: readonly StepComment[] }) {
  const t = useCommentWords()
  const may = usePermissions()
  const messages = useMessages()
  const { add, resolve } = useComments()
  const [isReplying, setReplying] = useState(false)
  const isDone = comment.resolved_at !== null
  const mayWrite = may.may({ role: 'operator', authoring: 'translator' })
  async function toggle(): Promise<void> {
    try {
      await resolve(comment.id, !isDone)
    } catch (error) {
      if (error instanceof Error) showToast(messages(error).join(' '))
    }
  }
  return (
    <li className="comment" data-done={isDone || undefined}>
      <Written comment={comment} answers={answers}>
        {isDone && <span className="badge comment-done">{t('comments_done_by', comment.resolved_by ?? '')}</span>}
      </Written>
      {answers.length > 0 && (
        <ol className="comment-answers">
          {answers.map((answer) => (
            <li key={answer.id}>
              <Written comment={answer} answers={[]} />
            </li>
          ))}
        </ol>
      )}
      {isReplying ? (
        <TextForm
          label={t('comments_reply_text')}
          action={t('comments_reply')}
          hint={comment.is_shared ? t('comments_shared', comment.label ?? '') : undefined}
          onSend={async (text) => {
            await add(comment.step_id, text, comment.id)
            setReplying(false)
          }}
          onCancel={() => setReplying(false)}
        />
      ) : (
        <div className="comment-actions">
          {mayWrite && (
            <Button aria-label={t('comments_reply_to', comment.author)} onClick={() => setReplying(true)}>
              {t('comments_reply')}
            </Button>
          )}
          {may.edit && <Button onClick={() => void toggle()}>{t(isDone ? 'comments_reopen' : 'comments_done')}</Button>}
        </div>
      )}
    </li>
  )
}

/** A comment or reply: its text, author and time, and a button that deletes it after confirmation. */
function Written({ comment, answers, children }: { comment: StepComment; answers: readonly StepComment[]; children?: ReactNode }) {
  const t = useCommentWords()
  const format = useIsoDateTimeFormat()
  const may = usePermissions()
  const account = useAccount()
  const { remove } = useComments()
  const [isDeleting, setDeleting] = useState(false)
  const { author, label, text, created_at } = comment
  const isOwn = [comment, ...answers].every(({ username }) => username !== null && username === account?.username)
  return (
    <article aria-label={t('comments_of', author)}>
      <p className="comment-head">
        <strong>{author}</strong>
        {label !== null && <span>{label}</span>}
        <time dateTime={created_at}>{format(created_at)}</time>
        {children}
        {(may.edit || (isOwn && may.may({ role: 'operator', authoring: 'translator' }))) && (
          <Button weight="quiet" className="comment-delete" aria-label={t('comments_delete_title', author)} onClick={() => setDeleting(true)}>
            {t('comments_delete')}
          </Button>
        )}
      </p>
      <p className="comment-text">{text}</p>
      {isDeleting && (
        <EditModal
          title={t('comments_delete_title', author)}
          size="small"
          danger
          saveLabel={t('comments_delete')}
          save={() => remove(comment.id)}
          done={t('comments_deleted')}
          onClose={() => setDeleting(false)}
        >
          <p>{t('comments_delete_text')}</p>
        </EditModal>
      )}
    </article>
  )
}
