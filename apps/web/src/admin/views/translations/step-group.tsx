import { isOnlyHere, type TranslatedText } from '@sportello/editing'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useOpenComments } from '../comments/comments-context.tsx'
import { StepComments } from '../comments/step-comments.tsx'
import { useEditorWords } from '../editor/editor-words.tsx'
import { useDraft } from '../editor/use-draft.ts'

interface StepGroupProps {
  text: TranslatedText
  previous: TranslatedText | undefined
  /** How many texts of the step are translated. */
  progress: { done: number; all: number } | undefined
  /** True if the operator may change which steps belong together. */
  mayPair: boolean
  children: ReactNode
}

/** Puts the titles of the steps, and how far the step is, before the first text of a step. */
export function StepGroup({ text, previous, progress, mayPair, children }: StepGroupProps) {
  const t = useEditorWords()
  const draft = useDraft()
  const { count } = useOpenComments(text.step)
  const [isOpen, setIsOpen] = useState(false)
  if (previous?.step === text.step) return children
  const titles = draft.tree
    .pathOf(text.step)
    .flatMap(({ id, content }) => (id === 'root' || content.tag_type !== undefined || isOnlyHere({ content }) ? [] : [String(content.tag_description ?? '')]))
  return (
    <>
      <li className="translation-step">
        {titles.toReversed().join(' › ') || t('translation_start')}
        {progress && <span className="hint"> {t('translation_step_progress', String(progress.done), String(progress.all))}</span>}
        <Button weight="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t('translation_comments', String(count))}
        </Button>
        {mayPair && text.original === text.step && (
          <Button
            weight="quiet"
            onClick={() => {
              draft.edit([{ type: 'set', id: text.id, path: ['twin_of'] }])
              showToast(t('translation_separated'), { label: t('editor_undo'), act: () => draft.undo() })
            }}
          >
            {t('translation_separate')}
          </Button>
        )}
        {isOpen && <StepComments id={text.step} />}
      </li>
      {children}
    </>
  )
}
