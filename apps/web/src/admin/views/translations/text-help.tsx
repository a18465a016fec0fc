import type { RememberedTranslation } from '@sportello/contract'
import type { TermInText } from '@sportello/editing'
import { Button } from '../../../shared/ui/button.tsx'
import { useWords } from '../../words.tsx'
import { useEditorWords } from '../editor/editor-words.tsx'

interface TextHelpProps {
  terms: readonly TermInText[]
  offers: readonly RememberedTranslation[]
  /** Code of the language that is translated into. */
  language: string
  onTake: (target: string) => void
}

/** What helps to translate a text: the terms of the glossary in it, and the translations of earlier texts. */
export function TextHelp({ terms, offers, language, onTake }: TextHelpProps) {
  const t = useEditorWords()
  const { language: own } = useWords()
  const fixed = terms.filter((term) => term.fixed !== undefined)
  if (fixed.length + offers.length === 0) return null
  const share = new Intl.NumberFormat(own, { style: 'percent' })
  return (
    <div className="translation-help">
      {fixed.length > 0 && (
        <p>
          {t('translation_terms')} {fixed.map(({ term, fixed: word }) => `${term} → ${word}`).join(' · ')}
        </p>
      )}
      {offers.length > 0 && (
        <>
          <p>{t('translation_offers')}</p>
          <ol>
            {offers.map(({ source, target, similarity }, at) => (
              <li key={target}>
                <Button weight="quiet" aria-keyshortcuts={`Alt+${at + 1}`} onClick={() => onTake(target)}>
                  {t('translation_take_offer', String(at + 1))}
                </Button>{' '}
                <span lang={language}>{target}</span>{' '}
                {similarity < 1 && (
                  <span className="hint">
                    {share.format(similarity)}: {source}
                  </span>
                )}
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  )
}
