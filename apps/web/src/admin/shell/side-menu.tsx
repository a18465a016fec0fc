import type { Attention } from '@sportello/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { usePermissions } from '../account.ts'
import { manage } from '../call.ts'
import { MENU_GROUPS, type MenuGroup, useOfferedViews, useShownView, type View } from '../views/views.ts'
import { useWords } from '../words.tsx'
import { PersonModal } from './search.tsx'
import { useOpenView } from './use-open-view.ts'

/** HTML id of the side menu. On narrow screens a menu button opens and closes the menu. */
export const MENU_ID = 'menu'

/**
 * Side menu of the dashboard. It contains the views that the operator may open, in groups. Beside a view it shows how
 * many
 * items there need an operator's attention.
 */
export function SideMenu({ onOpen }: { onOpen: () => void }) {
  const { t } = useWords()
  const offered = useOfferedViews()
  const shown = useShownView()
  const openView = useOpenView()
  const may = usePermissions()
  const [person, setPerson] = useState(false)
  const { data: attention } = useQuery({
    queryKey: ['attention', shown.id],
    queryFn: ({ signal }) => manage<Attention>('GET', '/attention', { signal }),
    placeholderData: keepPreviousData,
    enabled: may.is('viewer'),
  })
  function open(id: string): void {
    openView(id)
    onOpen()
  }
  const groups = MENU_GROUPS.map((group) => ({ group, views: offered.filter((view) => view.group === group) })).filter(({ views }) => views.length > 0)
  return (
    <nav className="shell-side" id={MENU_ID} aria-label={t('sections')}>
      <ul className="side-top">
        {offered
          .filter(({ group }) => group === null)
          .map((view) => (
            <Entry key={view.id} view={view} isShown={view.id === shown.id} count={0} onOpen={open} />
          ))}
      </ul>
      {groups.map(({ group, views }) => (
        <Group key={group} group={group} views={views} shown={shown.id} attention={attention} onOpen={open}>
          {group === 'people' && may.change && (
            <li className="side-row">
              <button type="button" className="side-button" aria-haspopup="dialog" onClick={() => setPerson(true)}>
                {t('person_title')}
              </button>
            </li>
          )}
        </Group>
      ))}
      {person && <PersonModal onClose={() => setPerson(false)} />}
    </nav>
  )
}

interface GroupProps {
  /** Menu entries that open a dialog instead of a view. */
  children: ReactNode
  group: MenuGroup
  views: readonly View[]
  /** Id of the view that the dashboard shows. */
  shown: string
  attention: Attention | undefined
  onOpen: (id: string) => void
}

function Group({ group, views, shown, attention, onOpen, children }: GroupProps) {
  const { t } = useWords()
  return (
    <div className="side-group">
      <h2 id={`group-${group}`}>{t(`group_${group}`)}</h2>
      <ul aria-labelledby={`group-${group}`}>
        {views.map((view) => (
          <Entry key={view.id} view={view} isShown={view.id === shown} count={attention?.[view.id as keyof Attention] ?? 0} onOpen={onOpen} />
        ))}
        {children}
      </ul>
    </div>
  )
}

function Entry({ view: { id, label }, isShown, count, onOpen }: { view: View; isShown: boolean; count: number; onOpen: (id: string) => void }) {
  const { t } = useWords()
  return (
    <li className="side-row">
      <button
        type="button"
        className="side-button"
        aria-current={isShown ? 'page' : undefined}
        {...(count > 0 && { 'aria-describedby': `count-${id}` })}
        onClick={() => onOpen(id)}
      >
        {t(label)}
      </button>
      {count > 0 && <Count of={count} id={`count-${id}`} />}
    </li>
  )
}

/**
 * Number of items in a view that need an operator's attention, shown beside the view's menu button. Screen readers read
 * the number as the button's description.
 */
function Count({ of, id }: { of: number; id: string }) {
  const { t, language } = useWords()
  const count = of.toLocaleString(language)
  return (
    <span className="side-count" id={id}>
      {count}
      <span className="visually-hidden"> {t('attention_count')}</span>
    </span>
  )
}
