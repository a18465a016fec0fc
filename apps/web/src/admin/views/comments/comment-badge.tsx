import { useOpenComments } from './comments-context.tsx'
import './comments.css'

/**
 * Number of open comments on a step, shown in the outline of the editor; renders nothing without open comments. The
 * outline's row also contains the number in words.
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
