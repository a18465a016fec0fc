import type { TagView } from '@sportello/contract'
import { useCallback, useEffect, useState } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { useCustomer } from '../../use-customer.ts'
import { hasAnswers, useDraft } from '../wizard/draft.tsx'
import { useSavedWords } from './saved-words.ts'

const loadDialog = () => import('./save-dialog.tsx').then((chunk) => chunk.default)
type SaveDialog = Awaited<ReturnType<typeof loadDialog>>

/**
 * Button at the end of the open step with which the visitor saves the request and goes on later. It appears as soon as the
 * visitor has typed something, if the form offers it.
 */
export function SaveLater({ steps }: { steps: readonly TagView[] }) {
  const { config } = useCustomer()
  const draft = useDraft()
  const { t: words } = useWords()
  const t = useSavedWords()
  const [Dialog, setDialog] = useState<SaveDialog | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [isFailed, setFailed] = useState(false)
  const isOffered = config.save_and_resume !== undefined && hasAnswers(draft)
  const prepare = useCallback(
    () =>
      loadDialog().then(
        (loaded) => {
          setDialog(() => loaded)
          setFailed(false)
        },
        () => setFailed(true),
      ),
    [],
  )
  // The dialog then opens even if the connection is lost later.
  useEffect(() => void (isOffered && prepare()), [isOffered, prepare])

  if (!isOffered) return null
  return (
    <div className="save-later">
      <Button
        weight="quiet"
        onClick={() => {
          if (!Dialog) void prepare()
          setOpen(true)
        }}
      >
        {t('salva_continua')}
      </Button>
      <p role="status">{isOpen && isFailed && words('errore_rete')}</p>
      {isOpen && Dialog && <Dialog steps={steps} onClose={() => setOpen(false)} />}
    </div>
  )
}
