import { REPLACEABLE_GROUPS } from '@sportello/phrases/own-texts'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Pager } from '../../../ui/pager.tsx'
import { useWords } from '../../../words.tsx'
import { type Criteria, listedKeys, PAGE_SIZE, unevenForms } from './own-texts.ts'
import type { PhraseRow, PhraseRows } from './phrase-rows.ts'
import { TextRow } from './text-row.tsx'
import type { OwnTextsDraft } from './use-own-texts.ts'

interface PhraseListProps {
  rows: PhraseRows
  draft: OwnTextsDraft
  language: string
  criteria: Criteria
  readOnly: boolean
}

/**
 * The phrases that the criteria select, page by page. The list does not change while the operator types, so that a row
 * does not disappear from under the cursor. A new key makes the list again.
 */
export function PhraseList({ rows, draft, language, criteria, readOnly }: PhraseListProps) {
  const { t } = useWords()
  const [listed] = useState(() => listedKeys({ rows, texts: draft.texts, language, conflicts: draft.conflicts }, criteria))
  const [page, setPage] = useState(1)
  const list = useRef<HTMLDivElement>(null)
  const shown = listed.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((keys) => keys.flatMap((key) => rows.get(key) ?? []))

  function move(by: -1 | 1): void {
    const fields = [...(list.current?.querySelectorAll('textarea') ?? [])]
    const next = fields[fields.findIndex((field) => field.matches(':focus')) + by]
    next?.focus()
    if (next || by === -1 || page * PAGE_SIZE >= listed.length) return
    // The fields of the next page must be in the document before one of them can get the focus.
    flushSync(() => setPage(page + 1))
    list.current?.querySelector('textarea')?.focus()
  }

  const common = { draft, language, readOnly, onMove: move }
  return (
    <div ref={list} className="own-text-groups">
      {listed.length === 0 && <p role="status">{t('texts_none')}</p>}
      {REPLACEABLE_GROUPS.map((group) => ({ group, sets: shown.filter(([first]) => first?.group === group) })).map(
        ({ group, sets }) =>
          sets.length > 0 && (
            <div key={group}>
              <h3>{t(`texts_group_${group}`)}</h3>
              <ol className="own-text-list">
                {sets.map((set) => {
                  const [first] = set
                  if (!first) return null
                  return set.length > 1 ? <Forms key={first.key} set={set} {...common} /> : <TextRow key={first.key} row={first} {...common} />
                })}
              </ol>
            </div>
          ),
      )}
      <Pager page={page} total={listed.length} more={false} onPage={setPage} />
    </div>
  )
}

interface FormsProps {
  set: readonly PhraseRow[]
  draft: OwnTextsDraft
  language: string
  readOnly: boolean
  onMove: (by: -1 | 1) => void
}

/** The forms of one phrase for different numbers, with a warning if only some of them are changed. */
function Forms({ set, ...common }: FormsProps) {
  const { t, language: dashboardLanguage } = useWords()
  const unchanged = set[0] ? unevenForms(set[0], common.draft.texts, common.language) : []
  return (
    <li className="own-text-forms">
      <p>{t('texts_forms')}</p>
      <ul className="own-text-list">
        {set.map((row) => (
          <TextRow key={row.key} row={row} {...common} />
        ))}
      </ul>
      <p className="warning" role="status">
        {unchanged.length > 0 && t('texts_forms_uneven', new Intl.ListFormat(dashboardLanguage).format(unchanged))}
      </p>
    </li>
  )
}
