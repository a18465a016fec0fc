import { ROOT_ID } from '@sportello/contract'
import { Button } from '../../../shared/ui/button.tsx'
import { useEditorWords } from '../editor/editor-words.tsx'
import { nameOf } from '../editor/name-of.ts'
import { useDraft } from '../editor/use-draft.ts'
import type { Problem } from './check-messages.ts'

interface ProblemItemProps {
  problem: Problem
  readOnly: boolean
  onSelect: (id: string) => void
}

/**
 * One problem of the draft. It shows the severity and the message, a link to the step or field, and a button that
 * repairs the problem.
 */
export function ProblemItem({ problem, readOnly, onSelect }: ProblemItemProps) {
  const t = useEditorWords()
  const draft = useDraft()
  const { severity, message, step, field, fix } = problem
  const node = draft.node(field ?? step)
  const title = step === ROOT_ID && field === undefined ? t('problems_whole_form') : titleOf()
  function titleOf(): string {
    const stepTitle = String(draft.node(step)?.content.tag_description ?? '') || t('editor_untitled')
    const fieldTitle = field !== undefined && node ? nameOf(node) : ''
    return fieldTitle === '' ? stepTitle : `${stepTitle} › ${fieldTitle}`
  }
  return (
    <li className="problem" data-severity={severity}>
      <span className={`badge problem-badge is-${severity}`}>{t(severity === 'hint' ? 'problems_hint_label' : `problems_${severity}`)}</span>
      <p>{message}</p>
      <div className="problem-actions">
        <button type="button" className="link-button" onClick={() => onSelect(field ?? step)}>
          {title}
        </button>
        {fix && !readOnly && <Button onClick={() => draft.edit(fix.operations)}>{fix.label}</Button>}
      </div>
    </li>
  )
}
