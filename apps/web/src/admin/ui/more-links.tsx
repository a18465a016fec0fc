import { useWords } from '../words.tsx'

interface MoreLinksProps {
  more: (() => void) | undefined
  /** Loads all lines of the log; absent if the server offers only single pages. */
  all?: (() => void) | undefined
  busy: boolean
}

/**
 * Links below a log that load the log's next page or all its lines; renders nothing if all lines are shown
 * (administrator specification, section 4).
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
