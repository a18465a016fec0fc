import type { TermsField } from '@sportello/contract'
import { type ReactNode, useCallback, useState } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { useAcceptedTerms } from './accepted-terms.ts'

// Loads the code of the terms dialog together with the step that shows the terms; the first page does not load it.
const loadDialog = () => import('./terms-dialog.tsx').then((loaded) => loaded.default)
type Dialog = Awaited<ReturnType<typeof loadDialog>>

/**
 * Returns the name of a terms field, a function that opens the dialog with the terms, and the dialog while it is open.
 */
export function useTermsDialog(field: TermsField): { name: string; prepare: () => void; show: () => void; dialog: ReactNode } {
  const { t } = useWords()
  const { isAccepted, accept } = useAcceptedTerms()
  const [open, setOpen] = useState(false)
  const [Dialog, setDialog] = useState<Dialog | null>(null)
  const prepare = useCallback(() => {
    loadDialog()
      .then((loaded) => setDialog(() => loaded))
      .catch(() => {})
  }, [])
  const name = field.value.text || t('termini_condizioni')
  return {
    name,
    prepare,
    show() {
      if (!Dialog) prepare()
      setOpen(true)
    },
    dialog: open && Dialog && (
      <Dialog title={name} html={field.value.html} accepted={isAccepted(field)} onAccept={() => accept(field)} onClose={() => setOpen(false)} />
    ),
  }
}
