import type { ShownForm } from '@sportello/contract'
import { useState } from 'react'
import { useEditForm } from '../../ui/edit-form.tsx'
import { draftOf, type FormDraft, type ManageMode } from './form-draft.ts'

/**
 * Returns the draft of a form's setting. `seen` is the stored setting on which the draft is based. The browser sends
 * its version with the draft, so that the server rejects the draft if another operator has changed the form since, even
 * if the browser has reloaded the form meanwhile.
 */
export function useFormDraft(form: ShownForm | undefined, mode: ManageMode) {
  const [begun] = useState(() => draftOf(form, mode))
  const [seen, setSeen] = useState(form)
  const edited = useEditForm<FormDraft>(begun)
  return {
    edited,
    draft: edited.watch(),
    // Typing does not validate the fields, so that the server's errors stay visible until the next attempt to save.
    change(part: Partial<FormDraft>) {
      for (const key of Object.keys(part) as (keyof FormDraft)[]) edited.setValue(key, part[key] as never, { shouldDirty: true })
    },
    seen,
    /** Bases the draft on a newer stored setting of the form, and keeps the operator's input. */
    follow(stored: ShownForm | undefined) {
      setSeen(stored)
      return stored
    },
    /** Replaces the draft by a stored setting of the form. */
    reset(stored: ShownForm) {
      setSeen(stored)
      edited.reset(draftOf(stored, mode))
    },
  }
}
