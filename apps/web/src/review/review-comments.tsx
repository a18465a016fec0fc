import { MAX_REVIEWER_NAME_LENGTH, type Review, type ReviewComment } from '@sportello/contract'
import { useEffect, useId, useState } from 'react'
import { numbered, threadsOf } from '../shared/comments.ts'
import { keep, readKept } from './browser-store.ts'
import { ReviewCommentItem } from './review-comment-item.tsx'
import { useReviewWords } from './review-words.tsx'
import { TextForm } from './text-form.tsx'
import type { useReview } from './use-review.ts'

interface ReviewCommentsProps {
  review: Review
  /** Code of the step that the review page shows in its frame. */
  codeTag: string
  /** Title of the step in the frame; an empty text until the step is loaded. */
  title: string
  change: ReturnType<typeof useReview>['change']
  /** Opens another step in the frame of the review page. */
  onOpen: (codeTag: string) => void
}

/**
 * Shows the comments on the step in the frame, a form for a new comment, and links to the other steps that have
 * comments.
 */
export function ReviewComments({ review, codeTag, title, change, onOpen }: ReviewCommentsProps) {
  const { t } = useReviewWords()
  const here = threadsOf(review.comments).filter(({ comment }) => comment.code_tag === codeTag)
  /** Code of the step to which the reviewer's last comment belongs. */
  const [sentOn, setSentOn] = useState<string | null>(null)
  const { name, nameField, requireName, isNameMissing, setName } = useReviewerName()
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  async function send(text: string, reply_to: string | null): Promise<void> {
    setSentOn(null)
    await change({ method: 'POST', path: '/comments', body: { code_tag: codeTag, text, author: name.trim(), reply_to } })
    setSentOn(codeTag)
  }
  return (
    <section className="review-comments" aria-label={t('comments_on_step')}>
      <h2>{t('comments_on_step')}</h2>
      <p className="review-step">{title && t('review_step', title)}</p>
      {here.length === 0 && <p className="hint">{t('comments_none_step')}</p>}
      <ol className="comment-list">
        {here.map(({ comment, answers }) => (
          <ReviewCommentItem
            key={comment.id}
            comment={comment}
            answers={answers}
            mayReply={!review.is_full}
            requireName={requireName}
            change={change}
            onReply={(text) => send(text, comment.id)}
          />
        ))}
      </ol>
      {review.is_full ? (
        <p className="notice notice-warning">{t('review_full')}</p>
      ) : (
        <div className="review-write">
          <NameField id={nameField} name={name} isMissing={isNameMissing} onChange={setName} />
          <TextForm
            label={t('comments_write')}
            action={t('comments_send')}
            text={texts[codeTag] ?? ''}
            onChange={(text) => setTexts({ ...texts, [codeTag]: text })}
            onSend={async (text) => {
              if (!requireName()) return false
              await send(text, null)
              return true
            }}
          />
        </div>
      )}
      <p role="status" className="hint">
        {sentOn === codeTag && t('review_sent')}
      </p>
      <OtherSteps comments={review.comments} codeTag={codeTag} onOpen={onOpen} />
    </section>
  )
}

/** State of the field for the reviewer's name. The name is stored in the browser. */
function useReviewerName() {
  const [name, setName] = useState(() => readKept('review_name') ?? '')
  const [isNameMissing, setNameMissing] = useState(false)
  const nameField = useId()
  useEffect(() => keep('review_name', name), [name])
  /** Returns true if the reviewer has entered a name. Otherwise moves the focus to the name field and returns false. */
  function requireName(): boolean {
    const has = name.trim() !== ''
    setNameMissing(!has)
    if (!has) document.getElementById(nameField)?.focus()
    return has
  }
  return { name, setName, nameField, requireName, isNameMissing }
}

function NameField({ id, name, isMissing, onChange }: { id: string; name: string; isMissing: boolean; onChange: (name: string) => void }) {
  const { t } = useReviewWords()
  return (
    <div className="field">
      <label htmlFor={id}>{t('review_name')}</label>
      <input
        id={id}
        className="control"
        autoComplete="name"
        maxLength={MAX_REVIEWER_NAME_LENGTH}
        required
        aria-invalid={(isMissing && name.trim() === '') || undefined}
        aria-describedby={`${id}-hint`}
        value={name}
        onChange={(event) => onChange(event.target.value)}
      />
      <p className="hint" id={`${id}-hint`}>
        {t('review_name_hint')}
      </p>
    </div>
  )
}

function OtherSteps({ comments, codeTag, onOpen }: { comments: readonly ReviewComment[]; codeTag: string; onOpen: (codeTag: string) => void }) {
  const { t, language } = useReviewWords()
  const counts = new Map<string, { title: string; count: number }>()
  for (const { code_tag, step_title } of comments)
    if (code_tag !== null && code_tag !== codeTag) counts.set(code_tag, { title: step_title, count: (counts.get(code_tag)?.count ?? 0) + 1 })
  const deleted = comments.filter(({ code_tag }) => code_tag === null)
  return (
    <>
      {counts.size > 0 && (
        <section aria-label={t('comments_other')}>
          <h3>{t('comments_other')}</h3>
          <ul className="comment-steps">
            {[...counts].map(([tag, { title, count }]) => (
              <li key={tag}>
                <button type="button" className="link-button" onClick={() => onOpen(tag)}>
                  {title}
                </button>{' '}
                <span className="hint">{t(numbered('comments_count', count, language), String(count))}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {deleted.length > 0 && (
        <section aria-label={t('comments_deleted_steps')}>
          <h3>{t('comments_deleted_steps')}</h3>
          <ul className="comment-steps">
            {deleted.map(({ id, step_title, text }) => (
              <li key={id}>
                <span className="hint">{step_title}</span>
                <p className="comment-text">{text}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
