import { useWords } from '../words.tsx'

interface MoreLinksProps {
  more: (() => void) | undefined
  /** Left out where the server never gives everything at once. */
  all?: (() => void) | undefined
  busy: boolean
}

/** Below a log: its next page, or all of it; nothing where nothing more can come (administrator specification, section 4). */
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
