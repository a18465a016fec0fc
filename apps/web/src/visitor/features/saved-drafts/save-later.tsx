import type { TagView } from '@sportello/contract'
import { useEffect, useState } from 'react'
import { useCustomer } from '../../use-customer.ts'
import { hasAnswers, useDraft } from '../wizard/draft.tsx'

const loadButton = () => import('./save-button.tsx').then((chunk) => chunk.default)
type SaveButton = Awaited<ReturnType<typeof loadButton>>

/**
 * Button at the end of the open step with which the visitor saves the request and goes on later. It appears as soon as the
 * visitor has typed something, if the form offers it. Its code is loaded only then; without a connection it appears with the next answer
 * after the connection is back.
 */
export function SaveLater({ steps }: { steps: readonly TagView[] }) {
  const { config } = useCustomer()
  const draft = useDraft()
  const [Button, setButton] = useState<SaveButton | null>(null)
  const isOffered = config.save_and_resume !== undefined && hasAnswers(draft)
  const isMissing = isOffered && Button === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: each further answer is another attempt to load the button
  useEffect(() => {
    if (isMissing)
      void loadButton().then(
        (loaded) => setButton(() => loaded),
        () => {},
      )
  }, [isMissing, draft.shown])
  return isOffered && Button ? <Button steps={steps} /> : null
}
