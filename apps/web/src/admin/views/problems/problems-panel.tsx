import { ROOT_ID } from '@sportello/contract'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { useEditorWords } from '../editor/editor-words.tsx'
import { nameOf } from '../editor/name-of.ts'
import { useDraft } from '../editor/use-draft.ts'
import type { Problem } from './check-messages.ts'
import { useProblems } from './problems-context.tsx'
import './problems.css'

/** Number of problems that the panel shows at once. */
const PAGE = 50

interface ProblemsPanelProps {
  readOnly: boolean
  onSelect: (id: string) => void
  onClose: () => void
}

/** Panel with the problems of the draft, errors first: what is wrong, where, and a button that repairs it where one repair is clear. */
export function ProblemsPanel({ readOnly, onSelect, onClose }: ProblemsPanelProps) {
  const t = useEditorWords()
  const { state, all } = useProblems()
  const [shown, setShown] = useState(PAGE)
  const panel = useRef<HTMLElement>(null)
  // On a narrow screen the panel stands below the open step.
  useEffect(() => panel.current?.scrollIntoView({ block: 'nearest' }), [])
  const ordered = (['error', 'warning', 'hint'] as const).flatMap((severity) => all.filter((problem) => problem.severity === severity))
  return (
    <aside ref={panel} className="editor-inspector problems-panel" aria-label={t('problems_title')}>
      <div className="problems-head">
        <h3 className="inspector-title">{t('problems_title')}</h3>
        <Button weight="quiet" onClick={onClose}>
          {t('problems_close')}
        </Button>
      </div>
      <p className="hint">{t('problems_hint')}</p>
      <p role="status">
        {state === 'checking' ? t('problems_checking') : state === 'failed' ? t('problems_failed') : all.length === 0 ? t('problems_none') : ''}
      </p>
      <ol className="problem-list">
        {ordered.slice(0, shown).map((problem) => (
          <ProblemItem key={problem.key} problem={problem} readOnly={readOnly} onSelect={onSelect} />
        ))}
      </ol>
      {ordered.length > shown && <Button onClick={() => setShown(shown + PAGE)}>{t('problems_more', String(ordered.length - shown))}</Button>}
    </aside>
  )
}

function ProblemItem({ problem, readOnly, onSelect }: { problem: Problem; readOnly: boolean; onSelect: (id: string) => void }) {
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
