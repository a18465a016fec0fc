import { numbered } from '../../../shared/comments.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { useWords } from '../../words.tsx'
import { useCommentWords } from './comment-words.tsx'
import { useComments } from './comments-context.tsx'

/**
 * Button in the editor's toolbar that shows or hides the list of all comments. Its label contains the number of open
 * comments.
 */
export function CommentsButton({ isShown, onToggle }: { isShown: boolean; onToggle: () => void }) {
  const t = useCommentWords()
  const { language } = useWords()
  const { open } = useComments()
  const count = [...open.values()].reduce((sum, each) => sum + each, 0)
  return (
    <Button onClick={onToggle} aria-pressed={isShown}>
      {t('comments_title')}
      {count > 0 && (
        <span className="badge comment-badge">
          <span aria-hidden="true">{count}</span>
          <span className="visually-hidden">{t(numbered('comments_open', count, language), String(count))}</span>
        </span>
      )}
    </Button>
  )
}
