import { BREADCRUMB_LENGTH, PAGE_SIZES, type SearchResult } from '@sportello/contract'
import { useEffect, useId, useState } from 'react'
import { opensElsewhere } from '../../../shared/opens-elsewhere.ts'
import { paths } from '../../../shared/paths.ts'
import { useWords } from '../../../shared/phrase.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { useNavigation } from '../../navigation.tsx'
import { useCustomer } from '../../use-customer.ts'
import { customerPhone } from '../layout/customer-contacts.ts'
import { Marked } from './marked.tsx'
import type { Searched } from './use-search.ts'

interface Chosen {
  tag: string
  excerpt: string
}

interface SearchResultsProps {
  /** Called when the visitor opens a result with one press. */
  onOpen: (codeTag: string) => void
  searched: Searched
  chosen: Chosen | null
  onChoose: (chosen: Chosen) => void
}

/** List of search results with several pages. The visitor opens a step by selecting one of its excerpts. */
export function SearchResults({ searched, chosen, onChoose, onOpen }: SearchResultsProps) {
  const { t } = useWords()
  const headingId = useId()
  const [size, setSize] = useState<number>(PAGE_SIZES[0])
  const [page, setPage] = useState(0)
  const results = searched.phase === 'done' ? searched.results : []
  const isNear = results[0]?.near !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: other results begin at their first page
  useEffect(() => setPage(0), [results, size])
  const pages = Math.max(1, Math.ceil(results.length / size))
  const shown = results.slice(page * size, (page + 1) * size)

  return (
    <div className="search-results">
      <p role="status" className={results.length > 0 && !isNear ? 'visually-hidden' : 'search-empty'}>
        {searched.phase === 'waiting' && t('ricerca_vuota')}
        {searched.phase === 'searching' && t('caricamento')}
        {searched.phase === 'done' &&
          (results.length === 0 ? t('ricerca_nessun_risultato') : isNear ? t('ricerca_simili', searched.query) : t('ricerca_trovati', String(results.length)))}
      </p>
      {searched.phase === 'done' && (results.length === 0 || isNear) && <OtherWays />}
      {searched.phase === 'done' && results.length > 0 && (
        <>
          <h3 id={headingId}>{t('ricerca_risultati')}</h3>
          <ol aria-labelledby={headingId} start={page * size + 1}>
            {shown.map((result) => (
              <Result
                key={result.code_tag}
                result={result}
                query={result.near?.join(' ') ?? searched.query}
                chosen={chosen}
                onChoose={onChoose}
                onOpen={onOpen}
              />
            ))}
          </ol>
          {results.length > PAGE_SIZES[0] && (
            <div className="search-pages">
              <label>
                {t('ricerca_per_pagina')}{' '}
                <select className="control control-short" value={size} onChange={(event) => setSize(Number(event.target.value))}>
                  {PAGE_SIZES.map((each) => (
                    <option key={each} value={each}>
                      {each === PAGE_SIZES.at(-1) ? t('ricerca_tutti') : each}
                    </option>
                  ))}
                </select>
              </label>
              {pages > 1 && (
                <nav aria-label={t('ricerca_pagine')}>
                  <Button disabled={page === 0} onClick={() => setPage(page - 1)}>
                    {t('indietro')}
                  </Button>
                  <span aria-live="polite">{t('ricerca_pagina', String(page + 1), String(pages))}</span>
                  <Button disabled={page === pages - 1} onClick={() => setPage(page + 1)}>
                    {t('avanti')}
                  </Button>
                </nav>
              )}
            </div>
          )}
        </>
      )}
    </div>
  )
}

/** Links for a visitor who does not find a step: the site map, and the customer's phone number. */
function OtherWays() {
  const { t } = useWords()
  const { config } = useCustomer()
  const phone = customerPhone(useNavigation().page)
  return (
    <p className="search-ways">
      {t('ricerca_aiuto')} <a href={paths.siteMap(config.form_code)}>{t('ricerca_tutte_le_voci')}</a>
      {phone && (
        <>
          {' · '}
          <a href={phone.href}>{t('ricerca_chiama', phone.text)}</a>
        </>
      )}
    </p>
  )
}

interface ResultProps {
  result: SearchResult
  query: string
  chosen: Chosen | null
  onChoose: (chosen: Chosen) => void
  onOpen: (codeTag: string) => void
}

function Result({ result, query, chosen, onChoose, onOpen }: ResultProps) {
  const { t } = useWords()
  const { config } = useCustomer()
  const name = useId()
  const title = result.breadcrumb.at(-1)?.description ?? ''
  const way = result.breadcrumb.map(({ description }) => cut(description))
  return (
    <li>
      <fieldset className="search-result">
        <legend title={result.breadcrumb.map(({ description }) => description).join(' › ')}>
          <Marked text={way.join(' › ')} query={query} />
        </legend>
        {result.descriptions.map(({ id, description }) => (
          <label key={id} className="search-excerpt">
            <input
              type="radio"
              className="tick"
              name={name}
              checked={chosen?.tag === result.code_tag && chosen.excerpt === id}
              onChange={() => onChoose({ tag: result.code_tag, excerpt: id })}
            />
            <span>
              <Marked text={description} query={query} />
            </span>
          </label>
        ))}
        <a
          className="search-open"
          href={paths.open(config.form_code, result.code_tag)}
          onClick={(event) => {
            if (opensElsewhere(event)) return
            event.preventDefault()
            onOpen(result.code_tag)
          }}
        >
          {t('ricerca_apri_passo')}: {title}
        </a>
      </fieldset>
    </li>
  )
}

/** Shortens a breadcrumb label to at most 30 characters (visitor specification, section 9). */
const cut = (label: string) => (label.length > BREADCRUMB_LENGTH ? `${label.slice(0, BREADCRUMB_LENGTH).trimEnd()}…` : label)
