import { DESK_CLOSED, DESK_OPEN, IN_WORK, isOverdue, type ListedRequest } from '@sportello/contract'
import { useMemo } from 'react'
import type { Column } from '../../ui/column.ts'
import type { Filters } from '../../ui/use-filters.ts'
import { useWords } from '../../words.tsx'
import { useDayFormat, useDeskStateLabel, useToday } from './desk-words.ts'
import { nameOf, useDeskChoices } from './use-desk-choices.ts'

/** Returns the columns of the list of requests that tell about the desk; none if no request of the operator's forms is on the desk. */
export function useDeskColumns(): Column<ListedRequest>[] {
  const { t } = useWords()
  const stateLabel = useDeskStateLabel()
  const formatDay = useDayFormat()
  const choices = useDeskChoices()
  const today = useToday()
  return useMemo(() => {
    const { states, assignees } = choices
    if (states.length === 0) return []
    const offered = [...new Set([DESK_OPEN, ...states, DESK_CLOSED])]
    return [
      {
        key: 'desk',
        header: t('desk_title'),
        text: ({ desk }) => (desk ? stateLabel(desk.state) : ''),
        cell: ({ desk, unread }) =>
          desk && (
            <>
              {unread && <span className="badge desk-unread">{t('talk_answer')}</span>}
              <span className={desk.state === DESK_CLOSED ? 'badge state-processed' : 'badge'}>{stateLabel(desk.state)}</span>
              {desk.due_on !== null && desk.state !== DESK_CLOSED && (
                <span className={isOverdue(desk, today) ? 'desk-due fault' : 'desk-due hint'}>
                  {isOverdue(desk, today) ? `${t('desk_overdue')}: ${formatDay(desk.due_on)}` : `${t('desk_due')} ${formatDay(desk.due_on)}`}
                </span>
              )}
              {desk.labels.length > 0 && <span className="desk-words">{desk.labels.join(', ')}</span>}
            </>
          ),
        filter: [{ value: IN_WORK, label: t('desk_working') }, ...offered.map((state) => ({ value: state, label: stateLabel(state) }))],
      },
      {
        key: 'assignee',
        header: t('desk_assignee'),
        text: ({ desk }) => (desk?.assignee ? nameOf(choices, desk.assignee) : ''),
        filter: [{ value: '-', label: t('desk_nobody') }, ...assignees.map(({ username }) => ({ value: username, label: nameOf(choices, username) }))],
      },
    ]
  }, [t, stateLabel, formatDay, choices, today])
}

/** Filter of the list of requests by label; nothing if no request has one. */
export function LabelFilter({ filters }: { filters: Filters }) {
  const { t } = useWords()
  const { labels } = useDeskChoices()
  const { label = '' } = filters.values
  if (labels.length === 0 && label === '') return null
  return (
    <label className="inline-field">
      {t('desk_label')}
      <select className="control" value={label} onChange={({ target }) => filters.set('label', target.value)}>
        <option value="">{t('filter_all')}</option>
        {[...new Set([...labels, ...(label === '' ? [] : [label])])].map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </label>
  )
}
