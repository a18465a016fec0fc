import { useFieldWords } from './field-words.ts'

/** What a control needs could not be fetched: why, and a button that tries again. */
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
