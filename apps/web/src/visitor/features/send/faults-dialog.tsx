import { type FieldFault, furtherFieldsOf, isQuestion, type TagView, termsOf } from '@sportello/contract'
import { useWords } from '../../../shared/phrase.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/dialog.tsx'
import { focusField } from '../wizard/focus-field.ts'

/**
 * Dialog that lists the fields with errors. Selecting an entry moves the focus to its field. Closing the dialog moves
 * the focus to the first field with an error.
 */
export function FaultsDialog({ steps, faults, onClose }: { steps: readonly TagView[]; faults: readonly FieldFault[]; onClose: () => void }) {
  const { t, issue } = useWords()
  const labels = new Map(
    [...steps.flatMap((step) => step.form_fields.filter(isQuestion)), ...furtherFieldsOf(steps.at(-1))].map(
      (field) => [field.value.property_code, field.value.property_description] as const,
    ),
  )
  const terms = new Map(termsOf(steps).map((field) => [field.id, field.value.text || t('termini_condizioni')]))

  function leadTo(code: string | undefined): void {
    onClose()
    focusField(code)
  }

  return (
    <Dialog
      title={t('errore')}
      size="medium"
      onDismiss={() => leadTo(faults[0]?.field)}
      actions={
        <Button weight="primary" onClick={() => leadTo(faults[0]?.field)}>
          {t('ok')}
        </Button>
      }
    >
      <p>{t('errore_compilazione')}</p>
      <ul className="fault-list" aria-label={t('errori_da_correggere')}>
        {faults.map(({ field, issue: fault }) => (
          <li key={field}>
            <button type="button" className="link-button" onClick={() => leadTo(field)}>
              {labels.get(field) ?? terms.get(field)}
            </button>
            <span> {terms.has(field) ? t('termini_da_accettare') : issue(fault)}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
