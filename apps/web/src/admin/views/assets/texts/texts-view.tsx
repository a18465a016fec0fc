import { type AssetTexts, isLanguage, type Language, type ListedAsset } from '@sportello/contract'
import { replaceablePhrases } from '@sportello/phrases/own-texts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { CallError } from '../../../../shared/call-error.ts'
import { Button } from '../../../../shared/ui/button.tsx'
import { usePermissions } from '../../../account.ts'
import { type DashboardSearch, places, useChangeSearch, useDashboardSearch } from '../../../address.ts'
import { manage } from '../../../call.ts'
import { EditBody } from '../../../ui/edit-body.tsx'
import { Loading, PartFailure } from '../../../ui/lazy-part.tsx'
import { useMessages } from '../../../ui/use-messages.ts'
import { useWords } from '../../../words.tsx'
import { useUsedBy } from '../asset-modals.tsx'
import { type Criteria, countFaults, countRows, type Texts } from './own-texts.ts'
import { PhraseList } from './phrase-list.tsx'
import { phraseRows } from './phrase-rows.ts'
import { TextsTools } from './texts-tools.tsx'
import { UnknownKeys } from './unknown-keys.tsx'
import { useOwnTexts } from './use-own-texts.ts'
import './texts.css'

const pathOf = (name: string) => `/assets/custom_loc_strings/${encodeURIComponent(name)}`
const queryKeyOf = (name: string) => ['asset-texts', name]

/** The product's phrases in one language beside the own texts of a `custom_loc_strings` file. */
export default function TextsView({ name }: { name: string }) {
  const { t } = useWords()
  const messages = useMessages()
  const stored = useQuery({
    queryKey: queryKeyOf(name),
    queryFn: ({ signal }) => manage<AssetTexts>('GET', `${pathOf(name)}/texts`, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
  const isMissing = stored.error instanceof CallError && stored.error.status === 404
  return (
    <div className="own-texts">
      <Link to={places.management} search={({ customer }) => ({ view: 'assets', customer })}>
        ← {t('texts_back')}
      </Link>
      {stored.data ? (
        <EditTexts stored={stored.data} reload={async () => (await stored.refetch({ throwOnError: true })).data} />
      ) : stored.error ? (
        <div className="notice notice-warning" role="alert">
          {isMissing ? <p>{t('texts_missing', name)}</p> : messages(stored.error).map((message) => <p key={message}>{message}</p>)}
          {!isMissing && <Button onClick={() => void stored.refetch()}>{t('try_again')}</Button>}
        </div>
      ) : (
        <Loading />
      )}
    </div>
  )
}

/** Loads the product's phrases in one language, which the dashboard needs only here. */
function usePhraseRows(language: Language) {
  return useQuery({
    queryKey: ['replaceable-phrases', language],
    queryFn: async () => ({ language, rows: phraseRows(await replaceablePhrases[language]()) }),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    retry: false,
  })
}

/** Returns a file of texts as a data URL. The texts keep their order, with one text on each line. */
function dataUrlOf(texts: Texts): string {
  const bytes = new TextEncoder().encode(`${JSON.stringify(texts, null, 2)}\n`)
  return `data:application/json;base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`
}

const FIRST: Criteria = { filter: 'all', group: '', search: '' }

function EditTexts({ stored, reload }: { stored: AssetTexts; reload: () => Promise<AssetTexts | undefined> }) {
  const { t, language: dashboardLanguage } = useWords()
  const may = usePermissions()
  const queries = useQueryClient()
  const usedBy = useUsedBy()
  const changeSearch = useChangeSearch()
  const { translation } = useDashboardSearch()
  const language = translation !== undefined && isLanguage(translation) ? translation : dashboardLanguage
  const draft = useOwnTexts(stored)
  const { base, texts, isChanged, conflicts, reset } = draft
  const phrases = usePhraseRows(language)
  const rows = phrases.data?.rows
  const [criteria, setCriteria] = useState(FIRST)
  const wanted = useDeferredValue(criteria)
  const heading = useRef<HTMLHeadingElement>(null)
  const readOnly = !may.changeDeployment
  const faults = rows ? countFaults(texts, rows) : new Map<string, number>()
  const wrong = [...faults.values()].reduce((sum, count) => sum + count, 0)
  // If the file was replaced elsewhere, the newer texts are shown, unless there are unsaved ones.
  const isOutdated = !isChanged && stored.version !== base.version
  useEffect(() => {
    if (isOutdated) reset(stored)
  })
  useEffect(() => {
    // The button that opened the view has disappeared. If no element has the focus now, moves it to the heading.
    if (document.activeElement === null || document.activeElement === document.body) heading.current?.focus()
  }, [])

  async function save(): Promise<void> {
    const saved = await manage<ListedAsset>('PUT', pathOf(base.name), { body: { data_url: dataUrlOf(texts) }, version: base.version })
    const now = { ...saved, texts }
    queries.setQueryData(queryKeyOf(base.name), now)
    reset(now)
    await queries.invalidateQueries({ queryKey: ['assets'] })
  }
  async function follow() {
    const now = await reload()
    if (!now) return undefined
    draft.follow(now)
    return { subject: `${base.kind}/${base.name}`, before: base.texts, now: now.texts }
  }
  function showFaults(): void {
    const isHere = faults.has('') || faults.has(language)
    if (!isHere) changeSearch({ translation: [...faults.keys()][0] })
    setCriteria({ ...FIRST, filter: 'faults' })
    draft.list()
  }

  const key = [language, draft.round, wanted.filter, wanted.group, wanted.search].join(' ')
  return (
    <>
      <header>
        <h2 ref={heading} tabIndex={-1}>
          {base.name}
        </h2>
        <p className="hint">
          {t('asset_used_by')}: {base.uses === 0 ? t('asset_unused') : usedBy(base)}
        </p>
      </header>
      <EditBody
        title={base.name}
        changed={isChanged}
        disabled={!rows || wrong > 0}
        save={save}
        done={t('saved', base.name)}
        cancelLabel={t('ws_reset')}
        reload={follow}
        page={{ hasActions: !readOnly, keeps: (next: DashboardSearch) => next.view === 'assets' && next.texts === base.name }}
        onClose={() => {
          reset()
          heading.current?.focus()
        }}
        frame={(content) => content}
      >
        <TextsTools
          language={language}
          onLanguage={(code) => changeSearch({ translation: code })}
          faults={faults}
          counts={rows && countRows({ rows, texts, language, conflicts })}
          criteria={criteria}
          onCriteria={setCriteria}
        />
        {readOnly ? <p className="notice">{t('ws_read_only')}</p> : <p className="hint">{t('texts_hint')}</p>}
        {phrases.error ? (
          <PartFailure onRetry={() => void phrases.refetch()} />
        ) : !rows || phrases.data?.language !== language ? (
          <Loading />
        ) : wanted.filter === 'unknown' ? (
          <UnknownKeys key={key} rows={rows} draft={draft} search={wanted.search} readOnly={readOnly} />
        ) : (
          <PhraseList key={key} rows={rows} draft={draft} language={language} criteria={wanted} readOnly={readOnly} />
        )}
        {!readOnly && wrong > 0 && (
          <div className="notice notice-warning own-text-blocked">
            <p role="status">{t('texts_fix_first', String(wrong))}</p>
            <Button onClick={showFaults}>{t('texts_fix_show')}</Button>
          </div>
        )}
      </EditBody>
    </>
  )
}
