import type { TranslatedText } from '@sportello/editing'
import { useState } from 'react'
import { languageLabel } from '../../words.tsx'
import { useEditorWords } from '../editor/editor-words.tsx'
import { useDraft } from '../editor/use-draft.ts'

type Side = 'main' | 'other'

/**
 * Keeps in which language the preview shows the step of the text that has the focus.
 * @param onStep called with the id of the step to show
 */
export function usePreviewSide(onStep: (id: string) => void): { side: Side; setSide: (side: Side) => void; follow: (text: TranslatedText) => void } {
  const draft = useDraft()
  const [side, setSide] = useState<Side>('other')
  const [followed, setFollowed] = useState<TranslatedText | null>(null)
  function show(text: TranslatedText, wanted: Side): void {
    const step = wanted === 'main' ? text.step : text.original === text.step ? text.id : draft.tree.get(text.id)?.parent
    if (step) onStep(step)
  }
  return {
    side,
    setSide(wanted) {
      setSide(wanted)
      if (followed) show(followed, wanted)
    },
    follow(text) {
      setFollowed(text)
      show(text, side)
    },
  }
}

interface PreviewSideProps {
  languages: { main: string; other: string }
  side: Side
  onSide: (side: Side) => void
}

/** Choice of the language in which the preview shows a step. */
export function PreviewSide({ languages, side, onSide }: PreviewSideProps) {
  const t = useEditorWords()
  return (
    <select className="control control-short" aria-label={t('translation_preview')} value={side} onChange={({ target }) => onSide(target.value as Side)}>
      {(['other', 'main'] as const).map((each) => (
        <option key={each} value={each}>
          {t('translation_preview_in', languageLabel(languages[each]))}
        </option>
      ))}
    </select>
  )
}
