import { useOpenComments } from './comments-context.tsx'
import './comments.css'

/**
 * Badge in the editor's outline with the number of open comments on a step. Renders nothing if the step has no open
 * comments. The outline's row also contains the number in words.
 */
export function CommentBadge({ stepId }: { stepId: string }) {
  const { count, words } = useOpenComments(stepId)
  if (count === 0) return null
  return (
    <span className="badge comment-badge" title={words}>
      {count}
    </span>
  )
}
