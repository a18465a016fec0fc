import type { TermsField } from '@sportello/contract'
import { type MouseEvent, useCallback, useEffect, useState } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { Icon } from '../../../shared/ui/icon.tsx'
import { controlId } from '../wizard/question.tsx'
import { useAcceptedTerms } from './accepted-terms.tsx'

// Fetched with the step that shows it, not with the first view (as the dialogs of a send are).
const loadDialog = () => import('./terms-dialog.tsx').then((loaded) => loaded.default)
type Dialog = Awaited<ReturnType<typeof loadDialog>>

/** Conditions to be read and accepted: a button or a link that opens them, and whether they are accepted. */
export function TermsBlock({ field, missing, message }: { field: TermsField; missing: boolean; message: string | undefined }) {
  const { t } = useWords()
  const { isAccepted, accept } = useAcceptedTerms()
  const [open, setOpen] = useState(false)
  const [Dialog, setDialog] = useState<Dialog | null>(null)
  const prepare = useCallback(
    () =>
      loadDialog()
        .then((loaded) => setDialog(() => loaded))
        .catch(() => {}),
    [],
  )
  useEffect(() => void prepare(), [prepare])
  const id = controlId(field.id ?? '')
  const name = field.value.text || t('termini_condizioni')
  const accepted = isAccepted(field)
  const fault = accepted ? undefined : missing ? t('termini_da_accettare') : message
  const opener = {
    id,
    'aria-haspopup': 'dialog' as const,
    'aria-describedby': [`${id}-state`, fault ? `${id}-error` : undefined].filter(Boolean).join(' '),
    onClick(event: MouseEvent) {
      event.preventDefault()
      if (!Dialog) void prepare()
      setOpen(true)
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
        <span id={`${id}-state`} className={accepted ? 'terms-accepted' : 'visually-hidden'}>
          {accepted && <Icon name="check" />}
          {accepted ? t('termini_accettati') : field.required ? t('obbligatorio') : ''}
        </span>
      </div>
      <p id={`${id}-error`} className="field-error" hidden={!fault}>
        {fault}
      </p>
      {open && Dialog && <Dialog title={name} html={field.value.html} accepted={accepted} onAccept={() => accept(field)} onClose={() => setOpen(false)} />}
    </div>
  )
}
