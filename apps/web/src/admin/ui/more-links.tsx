import { useWords } from '../words.tsx'

interface MoreLinksProps {
  more: (() => void) | undefined
  /** Loads all remaining lines of the log. Undefined if the server returns the log only page by page. */
  all?: (() => void) | undefined
  busy: boolean
}

/**
 * Links below a log: one loads the next page, the other loads all remaining lines. Renders nothing if all lines are
 * shown (administrator specification, section 4).
 */
export function MoreLinks({ more, all, busy }: MoreLinksProps) {
  const { t } = useWords()
  if (!more && !all) return null
  return (
    <div className="more-links" aria-busy={busy}>
      {more && (
        <button type="button" className="link-button" disabled={busy} onClick={more}>
          {t('load_more')}
        </button>
      )}
      {all && (
        <button type="button" className="link-button" disabled={busy} onClick={all}>
          {t('load_all')}
        </button>
      )}
    </div>
  )
}
