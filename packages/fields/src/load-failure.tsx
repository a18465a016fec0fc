import { useFieldWords } from './field-words.ts'

/** An error message for a resource that a control could not load, with a button to retry. */
export function LoadFailure({ message, onRetry }: { message: string; onRetry: () => void }) {
  const { t } = useFieldWords()
  return (
    <div className="load-failure" role="alert">
      <p>{message}</p>
      <button type="button" className="button" onClick={onRetry}>
        {t('riprova')}
      </button>
    </div>
  )
}
