import type { ShownForm } from '@sportello/contract'
import { useState } from 'react'
import { useEditForm } from '../../ui/edit-form.tsx'
import { draftOf, type FormDraft, type ManageMode } from './form-draft.ts'

/**
 * Returns the draft of a form's settings. `seen` is the stored version on which the draft is based. The browser sends
 * its
 * version number with the draft. If another operator has changed the form since, the server rejects the draft, even if
 * this browser has loaded the newer version by then.
 */
export function useFormDraft(form: ShownForm | undefined, mode: ManageMode) {
  const [begun] = useState(() => draftOf(form, mode))
  const [seen, setSeen] = useState(form)
  const edited = useEditForm<FormDraft>(begun)
  return {
    edited,
    draft: edited.watch(),
    // Typing does not validate the fields. Validation would remove the server's errors, and these must stay visible
    // until the operator saves again.
    change(part: Partial<FormDraft>) {
      for (const key of Object.keys(part) as (keyof FormDraft)[]) edited.setValue(key, part[key] as never, { shouldDirty: true })
    },
    seen,
    /** Bases the draft on newer stored settings of the form, but keeps the operator's input. */
    follow(stored: ShownForm | undefined) {
      setSeen(stored)
      return stored
    },
    /** Replaces the draft with the stored settings of the form. */
    reset(stored: ShownForm) {
      setSeen(stored)
      edited.reset(draftOf(stored, mode))
    },
  }
}
