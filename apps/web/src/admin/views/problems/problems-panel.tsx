import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { useEditorWords } from '../editor/editor-words.tsx'
import { useDraft } from '../editor/use-draft.ts'
import { TestSection } from '../form-tests/test-section.tsx'
import { ProblemItem } from './problem-item.tsx'
import { useProblems } from './problems-context.tsx'
import { WalkSection } from './walk-section.tsx'
import './problems.css'

/** Number of problems that the panel shows at first, and that it adds at each request for more. */
const PAGE = 50

interface ProblemsPanelProps {
  definition: string
  readOnly: boolean
  onSelect: (id: string) => void
  onClose: () => void
}

/**
 * Panel that lists the problems of the draft, errors first. Each entry shows what is wrong and where. If there is only
 * one obvious repair, a button makes it.
 */
export function ProblemsPanel({ definition, readOnly, onSelect, onClose }: ProblemsPanelProps) {
  const t = useEditorWords()
  const { state, all } = useProblems()
  const [shown, setShown] = useState(PAGE)
  const draft = useDraft()
  const sequence = useSyncExternalStore(
    useCallback((listener) => draft.subscribe('status', listener), [draft]),
    () => draft.sequence,
  )
  const panel = useRef<HTMLElement>(null)
  // On a narrow screen the panel is below the open step, so it is scrolled into view.
  useEffect(() => {
    // In newer browsers `scrollIntoView` returns a promise. `void` discards it, because React would treat a returned
    // value as the effect's clean-up function.
    void panel.current?.scrollIntoView({ block: 'nearest' })
  }, [])
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
      <WalkSection definition={definition} readOnly={readOnly} onSelect={onSelect} />
      <TestSection definition={definition} seen={String(sequence)} readOnly={readOnly} />
    </aside>
  )
}
