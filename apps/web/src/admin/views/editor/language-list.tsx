import { LANGUAGES, type Language, ROOT_ID } from '@sportello/contract'
import { useId, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { languageLabel, useWords } from '../../words.tsx'
import { useEditorWords } from './editor-words.tsx'
import { addLanguage, languagesOf } from './languages.ts'
import { useChildren, useDraft } from './use-draft.ts'

/** List of the form's languages, with a field in which the author selects a language to add. */
export function LanguageList({ readOnly, onSelect }: { readOnly: boolean; onSelect: (id: string) => void }) {
  const t = useEditorWords()
  const { t: words } = useWords()
  const draft = useDraft()
  const [chosen, setChosen] = useState<Language | ''>('')
  const hintId = useId()
  // Each language is a step directly below the root. Renders the list again when such a step is added or removed.
  useChildren(ROOT_ID, 'step')
  const present = languagesOf(draft.tree)
  const missing = LANGUAGES.filter((code) => !present.some(({ language }) => language === code))
  function add(language: Language): void {
    const { id, operations } = addLanguage(draft.tree, language, languageLabel(language))
    draft.edit(operations)
    setChosen('')
    onSelect(id)
  }
  return (
    <section className="inspector-group">
      <h4>{t('form_languages')}</h4>
      {present.length > 0 && (
        <ul className="language-list">
          {present.map(({ id, language }) => (
            <li key={id}>
              <button type="button" className="link-button" onClick={() => onSelect(id)}>
                {languageLabel(language)}
              </button>
            </li>
          ))}
        </ul>
      )}
      {!readOnly && missing.length > 0 && (
        // A key on a closed list chooses at once, so the choice alone must not add a language.
        <div className="language-add">
          <select
            className="control"
            aria-label={t('language_add')}
            aria-describedby={hintId}
            value={chosen}
            onChange={({ target }) => setChosen(target.value as Language | '')}
          >
            <option value="">{t('language_add')}…</option>
            {missing.map((code) => (
              <option key={code} value={code}>
                {languageLabel(code)}
              </option>
            ))}
          </select>
          <Button disabled={chosen === ''} onClick={() => chosen !== '' && add(chosen)}>
            {words('add')}
          </Button>
        </div>
      )}
      <p className="hint" id={hintId}>
        {t(present.length === 0 ? 'language_first_hint' : 'language_next_hint')}
      </p>
    </section>
  )
}
