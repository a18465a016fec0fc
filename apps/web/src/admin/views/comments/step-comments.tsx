import { threadsOf } from '../../../shared/comments.ts'
import { usePermissions } from '../../account.ts'
import { CommentThread } from './comment-thread.tsx'
import { useCommentWords } from './comment-words.tsx'
import { useComments } from './comments-context.tsx'
import { TextForm } from './text-form.tsx'

/** The comments on the open step, and a form with which the operator writes a new comment. */
export function StepComments({ id }: { id: string }) {
  const t = useCommentWords()
  const may = usePermissions()
  const { all, add } = useComments()
  const here = threadsOf(all).filter(({ comment }) => comment.step_id === id)
  return (
    <section className="step-comments" aria-label={t('comments_on_step')}>
      <h3>{t('comments_title')}</h3>
      {here.length === 0 && <p className="hint">{t('comments_none_step')}</p>}
      <ol className="comment-list">
        {here.map(({ comment, answers }) => (
          <CommentThread key={comment.id} comment={comment} answers={answers} />
        ))}
      </ol>
      {may.may({ role: 'operator', authoring: 'translator' }) && (
        <TextForm label={t('comments_write')} action={t('comments_send')} hint={t('comments_internal')} onSend={(text) => add(id, text, null)} />
      )}
    </section>
  )
}
