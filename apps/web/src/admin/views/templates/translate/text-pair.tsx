import { hasWords, type TemplateDifference, templateDifference, templateParts } from '@sportello/editing'
import type { ComponentProps } from 'react'
import { Button } from '../../../../shared/ui/button.tsx'
import { AreaInput, TextInput } from '../../../ui/edit-form.tsx'
import { languageLabel, useWords } from '../../../words.tsx'
import { MarkedParts } from '../../translations/marked-parts.tsx'
import { changedPart } from './changed-part.ts'

/** Returns a function that names the codes that a translation lacks or has in addition. */
export function useDifferenceMessages(): (source: string, target: string, isHtml: boolean) => string[] {
  const { t } = useWords()
  const kinds: readonly [keyof TemplateDifference, 'variable' | 'tag' | 'link'][] = [
    ['variables', 'variable'],
    ['tags', 'tag'],
    ['links', 'link'],
  ]
  return (source, target, isHtml) => {
    const difference = templateDifference(source, target, isHtml)
    return kinds.flatMap(([key, kind]) => [
      ...difference[key].missing.map((code) => t(`mail_template_missing_${kind}`, code)),
      ...difference[key].extra.map((code) => t(`mail_template_extra_${kind}`, code)),
    ])
  }
}

interface TextPairProps {
  /** Name of the text in the server's errors. */
  name: 'subject' | 'html'
  label: string
  /** Codes of the languages of the original and of the translation. */
  languages: { source: string; target: string }
  original: string
  /** The original at the time of the translation, if the translation is stale. */
  earlier: string | undefined
  /** The translation, as the operator has typed it. */
  typed: string
  readOnly: boolean
  onCopy: () => void
}

/** A text of a mail template in the original language, and a field for its translation. */
export function TextPair({ name, label, languages, original, earlier, typed, readOnly, onCopy }: TextPairProps) {
  const { t } = useWords()
  const messages = useDifferenceMessages()
  const isHtml = name === 'html'
  const isEmpty = typed.trim() === ''
  const warnings = isEmpty ? [] : messages(original, typed, isHtml)
  const isSame = typed === original && hasWords(original, isHtml)
  const field = {
    label: `${label} (${languageLabel(languages.target)})`,
    name,
    required: true,
    readOnly,
    lang: languages.target,
    'aria-keyshortcuts': 'Control+Enter Alt+ArrowDown Alt+ArrowUp',
    // The element with the role is always there, so that a screen reader reports each new warning.
    hint: (
      <span role="status" className="warning">
        {[...warnings, ...(isSame ? [t('mail_template_same')] : [])].join(' ')}
      </span>
    ),
  } satisfies ComponentProps<typeof TextInput> & { lang: string }
  return (
    <div className={`translation-text template-pair${earlier !== undefined && earlier !== original ? ' is-stale' : isEmpty ? ' is-untranslated' : ''}`}>
      <section aria-label={`${label} (${languageLabel(languages.source)})`}>
        <p className="template-pair-label" aria-hidden="true">
          {label} ({languageLabel(languages.source)})
        </p>
        <div className="translation-source" lang={languages.source}>
          <MarkedParts parts={templateParts(original, isHtml)} />
        </div>
        {earlier !== undefined && earlier !== original && <Earlier text={earlier} now={original} language={languages.source} />}
      </section>
      <div className="translation-target">
        {isHtml ? <AreaInput {...field} rows={12} maxLength={200_000} spellCheck={false} /> : <TextInput {...field} maxLength={1_000} />}
        {!readOnly && typed === '' && (
          <Button weight="quiet" onClick={onCopy} aria-label={`${t('mail_template_copy')}: ${label}`}>
            {t('mail_template_copy')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** The original at the time of the translation. The part that has changed since is marked as deleted. */
function Earlier({ text, now, language }: { text: string; now: string; language: string }) {
  const { t } = useWords()
  const { before, changed, after } = changedPart(text, now)
  return (
    <div className="translation-earlier">
      {t('mail_template_earlier')}
      <p className="template-earlier" lang={language}>
        {before}
        {changed !== '' && <del>{changed}</del>}
        {after}
      </p>
    </div>
  )
}
