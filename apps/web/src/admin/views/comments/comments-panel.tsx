import { ROOT_ID, type StepComment } from '@sportello/contract'
import { useState } from 'react'
import { threadsOf } from '../../../shared/comments.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { CheckField } from '../../ui/field.tsx'
import { useMessages } from '../../ui/use-messages.ts'
import { useDraft, useNodePart } from '../editor/use-draft.ts'
import { CommentThread } from './comment-thread.tsx'
import { useCommentWords } from './comment-words.tsx'
import { useComments } from './comments-context.tsx'

type Thread = ReturnType<typeof threadsOf<StepComment>>[number]

interface CommentsPanelProps {
  onSelect: (id: string) => void
  onClose: () => void
}

/**
 * Panel that lists the comments on the whole draft: only the open comments, or all. The comments are grouped by step,
 * with a button that opens the step. Comments on deleted steps come last.
 */
export function CommentsPanel({ onSelect, onClose }: CommentsPanelProps) {
  const t = useCommentWords()
  const messages = useMessages()
  const draft = useDraft()
  const { all, error } = useComments()
  const [hasDone, setHasDone] = useState(false)
  const threads = threadsOf(all).filter(({ comment }) => hasDone || comment.resolved_at === null)
  const isThere = (id: string) => id === ROOT_ID || draft.tree.isReachable(id)
  const byStep = Map.groupBy(
    threads.filter(({ comment }) => isThere(comment.step_id)),
    ({ comment }) => comment.step_id,
  )
  const deleted = threads.filter(({ comment }) => !isThere(comment.step_id))
  return (
    <aside className="editor-inspector comments-panel" aria-label={t('comments_title')}>
      <div className="comment-head">
        <h3 className="inspector-title">{t('comments_title')}</h3>
        <Button weight="quiet" className="comment-delete" onClick={onClose}>
          {t('comments_close')}
        </Button>
      </div>
      {error && <p role="alert">{messages(error).join(' ')}</p>}
      <CheckField label={t('comments_show_done')} name="done" value={hasDone} onChange={setHasDone} />
      {threads.length === 0 && (
        <div>
          <p>{t('comments_none')}</p>
          <p className="hint">{t('comments_none_hint')}</p>
        </div>
      )}
      {[...byStep].map(([id, found]) => (
        <StepGroup key={id} id={id} threads={found} onSelect={onSelect} />
      ))}
      {deleted.length > 0 && (
        <section className="inspector-group" aria-label={t('comments_deleted_steps')}>
          <h4>{t('comments_deleted_steps')}</h4>
          {deleted.map(({ comment, answers }) => (
            <div key={comment.id}>
              <p className="hint">{comment.step_title}</p>
              <ol className="comment-list">
                <CommentThread comment={comment} answers={answers} />
              </ol>
            </div>
          ))}
        </section>
      )}
    </aside>
  )
}

function StepGroup({ id, threads, onSelect }: { id: string; threads: readonly Thread[]; onSelect: (id: string) => void }) {
  const t = useCommentWords()
  const title = useNodePart(id, (node) => String(node?.content.tag_description ?? '')) || t('comments_untitled')
  return (
    <section className="inspector-group" aria-label={title}>
      <h4>
        <button type="button" className="link-button" aria-label={t('comments_go', title)} onClick={() => onSelect(id)}>
          {title}
        </button>
      </h4>
      <ol className="comment-list">
        {threads.map(({ comment, answers }) => (
          <CommentThread key={comment.id} comment={comment} answers={answers} />
        ))}
      </ol>
    </section>
  )
}
