import { useState } from 'react'
import { threadsOf } from '../../../shared/comments.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { usePermissions } from '../../account.ts'
import { CommentThread } from './comment-thread.tsx'
import { useCommentWords } from './comment-words.tsx'
import { useComments } from './comments-context.tsx'
import { TextForm } from './text-form.tsx'

/**
 * The comments on the open step. The form for a new comment opens with a button; otherwise it would take up much of the
 * screen while the author edits a long step.
 */
export function StepComments({ id }: { id: string }) {
  const t = useCommentWords()
  const may = usePermissions()
  const { all, add } = useComments()
  const [isWriting, setIsWriting] = useState(false)
  const here = threadsOf(all).filter(({ comment }) => comment.step_id === id)
  return (
    <section className="step-comments" aria-label={t('comments_on_step')}>
      {here.length > 0 && (
        <>
          <h3>{t('comments_title')}</h3>
          <ol className="comment-list">
            {here.map(({ comment, answers }) => (
              <CommentThread key={comment.id} comment={comment} answers={answers} />
            ))}
          </ol>
        </>
      )}
      {may.may({ role: 'operator', authoring: 'translator' }) &&
        (isWriting ? (
          <TextForm
            label={t('comments_write')}
            action={t('comments_send')}
            hint={t('comments_internal')}
            onSend={async (text) => {
              await add(id, text, null)
              setIsWriting(false)
            }}
            onCancel={() => setIsWriting(false)}
          />
        ) : (
          <Button onClick={() => setIsWriting(true)}>{t('comments_write')}</Button>
        ))}
    </section>
  )
}
