import type { ListedTemplate } from '@sportello/contract'
import type { TemplateState } from '@sportello/editing'
import { Button } from '../../../../shared/ui/button.tsx'
import { languageLabel, useWords } from '../../../words.tsx'
import { STATE_CLASSES, useStateText } from '../state-words.ts'

interface TranslationStateProps {
  state: TemplateState
  /** Code of the language of the translation. */
  language: string
  /** Code of the language of the original that the view shows. */
  source: string
  /** The stored translation; undefined if there is none. */
  stored: ListedTemplate | undefined
  /** Stores that the translation is still right; undefined if this is not possible or not necessary. */
  onConfirm: (() => void) | undefined
  isConfirming: boolean
}

/** The state of a translation, and a button that confirms a translation whose original has changed or is not recorded. */
export function TranslationState({ state, language, source, stored, onConfirm, isConfirming }: TranslationStateProps) {
  const { t } = useWords()
  const stateText = useStateText()
  const record = stored?.translated_from
  return (
    <div className="template-state">
      <span role="status">
        <span className={STATE_CLASSES[state]}>{stateText(language, state)}</span>
      </span>
      {record && record.lang_code !== source && <span>{t('mail_template_from', languageLabel(record.lang_code))}</span>}
      {onConfirm && (
        <Button onClick={onConfirm} disabled={isConfirming}>
          {t('mail_template_confirm')}
        </Button>
      )}
      {onConfirm && state !== 'stale' && <span className="hint">{t('mail_template_unrecorded')}</span>}
    </div>
  )
}
