import type { TagView } from '@sportello/contract'
import { useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { SaveDialog } from './save-dialog.tsx'
import { useSavedWords } from './saved-words.ts'

/** The button with the dialog that saves the request. Both are one chunk, so that the dialog opens without a connection too. */
export default function SaveButton({ steps }: { steps: readonly TagView[] }) {
  const t = useSavedWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="save-later">
      <Button weight="quiet" onClick={() => setOpen(true)}>
        {t('salva_continua')}
      </Button>
      {isOpen && <SaveDialog steps={steps} onClose={() => setOpen(false)} />}
    </div>
  )
}
