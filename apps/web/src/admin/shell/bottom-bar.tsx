import { HOME_VIEW, useOfferedViews, useShownView } from '../views/views.ts'
import { useWords } from '../words.tsx'
import { useOpenView } from './use-open-view.ts'

/** Ids of the views that the bottom bar opens. */
const OPENED = [HOME_VIEW, 'requests', 'definitions', 'forms'] as const

/** Bar at the bottom of narrow screens with the views that operators open most. */
export function BottomBar({ onSearch }: { onSearch: (() => void) | undefined }) {
  const { t } = useWords()
  const shown = useShownView()
  const openView = useOpenView()
  const offered = useOfferedViews()
  const isAuthor = !offered.some(({ id }) => id === HOME_VIEW)
  const opened = OPENED.filter((id) => offered.some((view) => view.id === id) && (id !== 'definitions' || isAuthor))
  return (
    <nav className="bottom-bar" aria-label={t('bottom_bar')}>
      {opened.map((id) => (
        <button key={id} type="button" className="bottom-button" aria-current={id === shown.id ? 'page' : undefined} onClick={() => openView(id)}>
          {t(`bottom_${id}`)}
        </button>
      ))}
      {onSearch && (
        <button type="button" className="bottom-button" aria-haspopup="dialog" onClick={onSearch}>
          {t('search')}
        </button>
      )}
    </nav>
  )
}
