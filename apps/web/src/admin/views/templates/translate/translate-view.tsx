import type { ListedTemplate } from '@sportello/contract'
import { templateState } from '@sportello/editing'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Button } from '../../../../shared/ui/button.tsx'
import { places, useChangeSearch, useDashboardSearch } from '../../../address.ts'
import { Loading } from '../../../ui/lazy-part.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { useMessages } from '../../../ui/use-messages.ts'
import { languageLabel, useWords } from '../../../words.tsx'
import { useStateText } from '../state-words.ts'
import { type LanguagePair, languagePair, nextTranslation, rowsOfTemplate } from '../template-languages.ts'
import { TEMPLATES_KEY, useTemplates } from '../template-texts.ts'
import { EditTranslation } from './edit-translation.tsx'
import '../../translations/translations.css'
import './translate.css'

/** The texts of a mail template in one language beside those in another one, in which an operator translates them. */
export default function TranslateView({ name }: { name: string }) {
  const { t } = useWords()
  const messages = useMessages()
  const templates = useTemplates()
  const { source, translation } = useDashboardSearch()
  const pair = templates.data && languagePair(templates.data, name, { source, target: translation })
  return (
    <div className="template-translation">
      <Link to={places.management} search={({ customer }) => ({ view: 'templates', customer })}>
        ← {t('mail_template_back')}
      </Link>
      {templates.data && pair ? (
        <Translation name={name} templates={templates.data} pair={pair} />
      ) : templates.data ? (
        <p className="notice notice-warning" role="alert">
          {t('mail_template_absent', name)}
        </p>
      ) : templates.error ? (
        <div className="notice notice-warning" role="alert">
          {messages(templates.error).map((message) => (
            <p key={message}>{message}</p>
          ))}
          <Button onClick={() => void templates.refetch()}>{t('try_again')}</Button>
        </div>
      ) : (
        <Loading />
      )}
    </div>
  )
}

interface TranslationProps {
  name: string
  templates: readonly ListedTemplate[]
  pair: LanguagePair
}

function Translation({ name, templates, pair }: TranslationProps) {
  const { t } = useWords()
  const queries = useQueryClient()
  const stateText = useStateText()
  const changeSearch = useChangeSearch()
  const navigate = useNavigate({ from: places.management })
  const heading = useRef<HTMLHeadingElement>(null)
  const takesFocus = useRef(false)
  const rows = rowsOfTemplate(templates, name)
  const { source, target } = pair
  const original = rows.find(({ lang_code }) => lang_code === source)
  const { translation } = useDashboardSearch()
  // The URL names the language, so that the unsaved texts of this language are not lost without a question.
  useEffect(() => {
    if (translation !== target) changeSearch({ translation: target })
  }, [translation, target, changeSearch])
  useEffect(() => {
    // The button that opened the view has disappeared. If no element has the focus now, moves it to the heading.
    if (document.activeElement === null || document.activeElement === document.body) heading.current?.focus()
  }, [])

  function openNext(): void {
    const now = queries.getQueryData<ListedTemplate[]>(TEMPLATES_KEY) ?? templates
    const next = nextTranslation(now, { name, language: target })
    if (!next) {
      showToast(t('mail_template_all_done'))
      return
    }
    takesFocus.current = true
    // The texts have just been saved, but the form that blocks the navigation may not know it yet.
    void navigate({ to: '.', search: (before) => ({ ...before, translate: next.name, translation: next.language, source: undefined }), ignoreBlocker: true })
  }
  const labelOf = (code: string) => {
    const state = templateState(rows, code)
    return state === 'missing' ? t('mail_template_new_language', languageLabel(code)) : stateText(code, state)
  }
  return (
    <>
      <header>
        <h2 ref={heading} tabIndex={-1}>
          {name}
        </h2>
      </header>
      <div className="template-languages-choice">
        <label>
          <span>{t('mail_template_source')}</span>
          <select className="control" value={source} onChange={({ target: { value } }) => changeSearch({ source: value })}>
            {pair.sources.map((code) => (
              <option key={code} value={code}>
                {languageLabel(code)}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>{t('mail_template_target')}</span>
          <select
            className="control"
            value={target}
            onChange={({ target: { value } }) => void navigate({ to: '.', search: (before) => ({ ...before, translation: value }) })}
          >
            {pair.targets.map((code) => (
              <option key={code} value={code}>
                {labelOf(code)}
              </option>
            ))}
          </select>
        </label>
      </div>
      {original && (
        <EditTranslation key={`${name} ${target}`} name={name} rows={rows} original={original} language={target} takesFocus={takesFocus} onNext={openNext} />
      )}
    </>
  )
}
