import type { TermsField } from '@sportello/contract'
import { type MouseEvent, useEffect } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { Icon } from '../../../shared/ui/icon.tsx'
import { controlId } from '../wizard/question.tsx'
import { useAcceptedTerms } from './accepted-terms.ts'
import { useTermsDialog } from './use-terms-dialog.tsx'

/**
 * A field of the type TERMS_CONDITIONS. A button or link opens the terms, and a text shows whether the visitor has
 * accepted them.
 */
export function TermsBlock({ field, missing, message }: { field: TermsField; missing: boolean; message: string | undefined }) {
  const { t } = useWords()
  const { isAccepted } = useAcceptedTerms()
  const { name, prepare, show, dialog } = useTermsDialog(field)
  useEffect(() => prepare(), [prepare])
  const id = controlId(field.id ?? '')
  const accepted = isAccepted(field)
  const fault = accepted ? undefined : missing ? t('termini_da_accettare') : message
  const opener = {
    id,
    'aria-haspopup': 'dialog' as const,
    'aria-describedby': [`${id}-state`, fault ? `${id}-error` : undefined].filter(Boolean).join(' '),
    onClick(event: MouseEvent) {
      event.preventDefault()
      show()
    },
  }
  return (
    <div className={fault ? 'field terms field-invalid' : 'field terms'}>
      <div className="terms-opener">
        {field.value.shown_as === 'link' ? (
          <a href={`#${id}`} className="terms-link" {...opener}>
            {name}
          </a>
        ) : (
          <Button {...opener}>{name}</Button>
        )}
        {field.required && !accepted && (
          <span className="required-mark" aria-hidden="true">
            *
          </span>
        )}
        <span id={`${id}-state`} className={accepted ? 'terms-accepted' : 'field-hint'}>
          {accepted && <Icon name="check" />}
          {accepted ? t('termini_accettati') : field.required && !fault ? t('termini_da_accettare') : ''}
        </span>
      </div>
      <p id={`${id}-error`} className="field-error" hidden={!fault}>
        {fault}
      </p>
      {dialog}
    </div>
  )
}
