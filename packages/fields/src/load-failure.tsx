import { useFieldWords } from './field-words.ts'

/** Error message for something that a control could not load, with a retry button. */
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
