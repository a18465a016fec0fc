import { IN_WORK } from '@sportello/contract'
import { Link } from '@tanstack/react-router'
import { useAccount, usePermissions } from '../../account.ts'
import { type DashboardSearch, places } from '../../address.ts'
import { useWords } from '../../words.tsx'
import { useToday } from './desk-words.ts'
import { SavedViewTools } from './saved-views.tsx'
import { useDeskChoices } from './use-desk-choices.ts'
import { isSameList, shownFilters, useSavedViews } from './use-saved-views.ts'

interface RequestListsProps {
  /** Current filters of the list of requests. */
  values: Readonly<Record<string, string>>
  /** Code of the form to which the lists are limited. */
  form?: string
  /** Sort order of the list; undefined where lists cannot be saved. */
  sort?: string
}

/** Links to lists of requests: those that operators often need, and saved ones. Each list has its own URL. */
export function RequestLists({ values, form, sort }: RequestListsProps) {
  const { t } = useWords()
  const account = useAccount()
  const { is } = usePermissions()
  const { states } = useDeskChoices()
  const today = useToday()
  const desk = [
    { label: t('desk_todo'), filters: { desk: IN_WORK } },
    { label: t('desk_mine'), filters: { desk: IN_WORK, assignee: account?.username ?? '' } },
    { label: t('desk_unassigned'), filters: { desk: IN_WORK, assignee: '-' } },
    { label: t('desk_overdue'), filters: { desk: IN_WORK, due_before: today } },
    { label: t('requests_answers'), filters: { list: 'answers' } },
  ]
  const others = [
    { label: t('home_attention'), filters: { list: 'attention' } },
    { label: t('requests_new'), filters: { list: 'new' } },
    { label: t('requests_waiting'), filters: { state: 'awaiting_confirmation' } },
    { label: t('home_today'), filters: { from: today } },
    { label: t('requests_all'), filters: {} },
  ]
  // Agents see requests of the desk only.
  const lists = [...(states.length > 0 ? desk : []), ...(is('viewer') ? others : [])].map((list) => ({
    ...list,
    filters: { ...list.filters, ...(form !== undefined && { form }) } as Record<string, string>,
  }))
  const views = useSavedViews()
  const saved = sort === undefined ? [] : views.map(({ id, name, filters, sort: order }) => ({ id, label: name, filters: shownFilters(filters, today), order }))
  const links = [...lists.map((list) => ({ ...list, id: list.label, order: null })), ...saved]
  return (
    <nav className="request-lists" aria-label={t('requests_lists')}>
      <ul>
        {links.map(({ id, label, filters, order }) => (
          <li key={id}>
            <Link
              to={places.management}
              search={searchOf(filters, order)}
              activeOptions={{ exact: true }}
              aria-current={isSameList(values, filters) ? 'page' : undefined}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
      {sort !== undefined && <SavedViewTools values={values} sort={sort} isKnown={lists.some(({ filters }) => isSameList(values, filters))} />}
    </nav>
  )
}

const searchOf = (filters: Readonly<Record<string, string>>, sort: string | null): DashboardSearch => ({
  view: 'requests',
  ...(sort !== null && { sort }),
  ...Object.fromEntries(Object.entries(filters).map(([key, value]) => [`f.${key}`, value])),
})
