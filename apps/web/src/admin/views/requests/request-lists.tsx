import { IN_WORK } from '@sportello/contract'
import { Link } from '@tanstack/react-router'
import { useAccount } from '../../account.ts'
import { type DashboardSearch, places } from '../../address.ts'
import { useWords } from '../../words.tsx'
import { useToday } from './desk-words.ts'
import { useDeskChoices } from './use-desk-choices.ts'

interface RequestListsProps {
  /** Current filters of the list of requests. */
  values: Readonly<Record<string, string>>
  /** Code of the form to which the lists are limited. */
  form?: string
}

/** Links to predefined lists of requests that operators often need. Each list has its own URL. */
export function RequestLists({ values, form }: RequestListsProps) {
  const { t } = useWords()
  const account = useAccount()
  const { states } = useDeskChoices()
  const today = useToday()
  const desk = [
    { label: t('desk_todo'), filters: { desk: IN_WORK } },
    { label: t('desk_mine'), filters: { desk: IN_WORK, assignee: account?.username ?? '' } },
    { label: t('desk_unassigned'), filters: { desk: IN_WORK, assignee: '-' } },
    { label: t('desk_overdue'), filters: { desk: IN_WORK, due_before: today } },
  ]
  const lists = [
    ...(states.length > 0 ? desk : []),
    { label: t('home_attention'), filters: { list: 'attention' } },
    { label: t('requests_new'), filters: { list: 'new' } },
    { label: t('requests_waiting'), filters: { state: 'awaiting_confirmation' } },
    { label: t('home_today'), filters: { from: today } },
    { label: t('requests_all'), filters: {} },
  ].map((list) => ({ ...list, filters: { ...list.filters, ...(form !== undefined && { form }) } as Record<string, string> }))
  const isShown = (wanted: Readonly<Record<string, string>>) =>
    Object.keys(values).length === Object.keys(wanted).length && Object.entries(wanted).every(([key, value]) => values[key] === value)
  return (
    <nav className="request-lists" aria-label={t('requests_lists')}>
      <ul>
        {lists.map(({ label, filters }) => (
          <li key={label}>
            <Link to={places.management} search={searchOf(filters)} activeOptions={{ exact: true }} aria-current={isShown(filters) ? 'page' : undefined}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const searchOf = (filters: Readonly<Record<string, string>>): DashboardSearch => ({
  view: 'requests',
  ...Object.fromEntries(Object.entries(filters).map(([key, value]) => [`f.${key}`, value])),
})
