import { Button } from '../../../shared/ui/button.tsx'
import { useEditorWords } from '../editor/editor-words.tsx'
import { useCountWords } from './problem-words.ts'
import { useProblems } from './problems-context.tsx'
import './problems.css'

/**
 * Button in the editor's toolbar that shows or hides the list of problems. Its label contains the number of problems.
 */
export function ProblemsButton({ isShown, onToggle }: { isShown: boolean; onToggle: () => void }) {
  const t = useEditorWords()
  const wordsOf = useCountWords()
  const { all } = useProblems()
  const errors = all.filter(({ severity }) => severity === 'error').length
  const warnings = all.filter(({ severity }) => severity === 'warning').length
  return (
    <Button onClick={onToggle} aria-pressed={isShown}>
      {t('problems_title')}
      {/* If there are no problems, the badge is hidden but keeps its space, so that the toolbar does not move while
         the author works. */}
      <span className={`badge problem-badge problem-count ${errors > 0 ? 'is-error' : 'is-warning'}`} hidden={errors + warnings === 0}>
        <span aria-hidden="true">{errors + warnings}</span>
        <span className="visually-hidden">{wordsOf({ errors, warnings })}</span>
      </span>
    </Button>
  )
}
