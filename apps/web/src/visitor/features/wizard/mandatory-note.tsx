import { type FormField, furtherFieldsOf, isQuestion, type TagView } from '@sportello/contract'
import { useWords } from '../../../shared/phrase.tsx'

/**
 * Note that explains the asterisk. It is shown if the given steps contain a mandatory field. The further questions (a
 * list
 * of questions in one field) count only in the last step.
 */
export function MandatoryNote({ steps }: { steps: readonly TagView[] }) {
  const { t } = useWords()
  const isMandatory = (field: FormField) => (isQuestion(field) || field.type === 'TERMS_CONDITIONS') && field.required && !field.hidden
  const any = [...steps, { form_fields: furtherFieldsOf(steps.at(-1)) }].some((step) => step.form_fields.some(isMandatory))
  return any && <p className="mandatory-note">{t('campi_obbligatori')}</p>
}
