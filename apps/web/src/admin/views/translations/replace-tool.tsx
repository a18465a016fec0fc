import type { TranslatedText } from '@sportello/editing'
import { useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useWords } from '../../words.tsx'
import { useEditorWords } from '../editor/editor-words.tsx'
import { useDraft } from '../editor/use-draft.ts'
import { replaceInTexts, textsToReplace } from './replace-in-texts.ts'

/** Replaces the searched words in all translations that are up to date, as one change that can be undone. */
export function ReplaceTool({ texts, search }: { texts: readonly TranslatedText[]; search: string }) {
  const t = useEditorWords()
  const { language } = useWords()
  const draft = useDraft()
  const [to, setTo] = useState('')
  const count = textsToReplace(texts, search, to).length
  if (search.trim() === '') return null

  function replace(): void {
    draft.edit(replaceInTexts(draft.tree, texts, search, to))
    showToast(t('translation_replaced', count.toLocaleString(language)), { label: t('editor_undo'), act: () => draft.undo() })
  }

  return (
    <form
      className="translation-replace"
      onSubmit={(event) => {
        event.preventDefault()
        if (count > 0) replace()
      }}
    >
      <input
        className="control"
        aria-label={t('translation_replace_with')}
        placeholder={t('translation_replace_with')}
        value={to}
        onChange={({ target }) => setTo(target.value)}
      />
      <Button type="submit" disabled={count === 0}>
        {t('translation_replace', count.toLocaleString(language))}
      </Button>
    </form>
  )
}
