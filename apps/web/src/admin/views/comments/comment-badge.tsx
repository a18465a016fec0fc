import { useOpenComments } from './comments-context.tsx'
import './comments.css'

/** The number of open comments of a step in the outline, whose row says it in words. Nothing if there are none. */
export function CommentBadge({ stepId }: { stepId: string }) {
  const { count, words } = useOpenComments(stepId)
  if (count === 0) return null
  return (
    <span className="badge comment-badge" title={words}>
      {count}
    </span>
  )
}
