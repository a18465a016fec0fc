import { type FormField, isQuestion, type TagView } from '@sportello/contract'
import { useWords } from '../../../shared/phrase.tsx'

/**
 * Note that explains the asterisk. It is shown if the given steps contain a mandatory field. Further
 * questions have a note of their own, once they are shown.
 */
export function MandatoryNote({ steps }: { steps: readonly Pick<TagView, 'form_fields'>[] }) {
  const { t } = useWords()
  const isMandatory = (field: FormField) => (isQuestion(field) || field.type === 'TERMS_CONDITIONS') && field.required && !field.hidden
  const any = steps.some((step) => step.form_fields.some(isMandatory))
  return any && <p className="mandatory-note">{t('campi_obbligatori')}</p>
}
