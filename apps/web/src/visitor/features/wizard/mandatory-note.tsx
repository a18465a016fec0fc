import { type FormField, furtherFieldsOf, isQuestion, type TagView } from '@sportello/contract'
import { useWords } from '../../../shared/phrase.tsx'

/**
 * Note that explains the asterisk. It is shown if the given steps, or the further questions of the last step, contain a
 * mandatory field.
 */
export function MandatoryNote({ steps }: { steps: readonly TagView[] }) {
  const { t } = useWords()
  const isMandatory = (field: FormField) => (isQuestion(field) || field.type === 'TERMS_CONDITIONS') && field.required && !field.hidden
  const any = [...steps, { form_fields: furtherFieldsOf(steps.at(-1)) }].some((step) => step.form_fields.some(isMandatory))
  return any && <p className="mandatory-note">{t('campi_obbligatori')}</p>
}
