import { glossaryOf, nameOfText, type TranslatedText, translationOf } from '@sportello/editing'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useDraft } from '../editor/use-draft.ts'
import { listedTexts, type TextFilter } from './listed-texts.ts'
import type { ComparedLanguages } from './use-translation.ts'

/** Number of texts on a page of the list. */
export const PAGE_SIZE = 50

/** The texts that a filter and a search list, page by page. */
export interface TextList {
  filter: TextFilter
  setFilter: (filter: TextFilter) => void
  search: string
  setSearch: (search: string) => void
  page: number
  setPage: (page: number) => void
  /** Number of listed texts on all pages. */
  total: number
  hasMore: boolean
  /** False until the texts have been listed for the first time. */
  isReady: boolean
  shown: readonly TranslatedText[]
}

/**
 * Lists texts. The list is made anew for another filter or search, and when the form gets other texts, but not for each
 * translation.
 */
export function useTextList({ texts, isComplete }: Pick<ComparedLanguages, 'texts' | 'isComplete'>, language: string): TextList {
  const draft = useDraft()
  const [filter, setFilter] = useState<TextFilter>('open')
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const [names, setNames] = useState<readonly string[] | null>(null)
  const compared = useRef(texts)
  /** The comparison for which the list was made last. */
  const listedFor = useRef<{ count: number; isComplete: boolean } | null>(null)
  /** True if only the first texts are listed. */
  const isBegun = useRef(false)
  useEffect(() => {
    compared.current = texts
  }, [texts])
  const count = texts.length
  useEffect(() => {
    const isNew = listedFor.current?.count !== count || listedFor.current.isComplete !== isComplete
    // For another filter or search, reads the draft itself, because the comparison may lack what was typed last.
    const now = isNew ? compared.current : (translationOf(draft.tree, language)?.texts ?? [])
    const hasBegun = isBegun.current
    listedFor.current = { count, isComplete }
    isBegun.current = isNew && !isComplete
    const listed = listedTexts(now, filter, search, { glossary: glossaryOf(draft.tree), language }).map(nameOfText)
    // The first texts stay in the list, even if one of them has been translated in the meantime.
    setNames((begun) => (hasBegun && begun ? [...new Set([...begun, ...listed])] : listed))
    setPage(1)
  }, [draft, language, filter, search, count, isComplete])
  const byName = useMemo(() => new Map(texts.map((text) => [nameOfText(text), text])), [texts])
  const listed = names ?? []
  const shown = listed.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).flatMap((name) => byName.get(name) ?? [])
  return {
    filter,
    setFilter,
    search,
    setSearch,
    page,
    setPage,
    total: listed.length,
    hasMore: page * PAGE_SIZE < listed.length,
    isReady: names !== null,
    shown,
  }
}
