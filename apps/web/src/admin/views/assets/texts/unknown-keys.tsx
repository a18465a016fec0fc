import { useState } from 'react'
import { Button } from '../../../../shared/ui/button.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { useWords } from '../../../words.tsx'
import { matches, PAGE_SIZE, textAt, unknownKeys } from './own-texts.ts'
import type { PhraseRows } from './phrase-rows.ts'
import type { OwnTextsDraft } from './use-own-texts.ts'

/**
 * The keys of the file that no page uses. The operator keeps or removes them. Removed keys stay in the list until the
 * file is saved, so that the operator can keep them after all.
 */
export function UnknownKeys({ rows, draft, search, readOnly }: { rows: PhraseRows; draft: OwnTextsDraft; search: string; readOnly: boolean }) {
  const { t } = useWords()
  const { base, texts, setKey, removeKeys } = draft
  const [page, setPage] = useState(1)
  const listed = unknownKeys(base.texts, rows).filter((key) => matches(search, key, base.texts[key]))
  const kept = listed.filter((key) => textAt(texts, key) !== undefined)
  if (listed.length === 0) return <p role="status">{t('texts_none')}</p>
  return (
    <div className="own-text-groups">
      <p>{t('texts_unknown_hint')}</p>
      {!readOnly && kept.length > 1 && <Button onClick={() => removeKeys(kept)}>{t('texts_unknown_remove_all')}</Button>}
      <ul className="own-text-list">
        {listed.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((key) => {
          const isKept = textAt(texts, key) !== undefined
          return (
            <li key={key} className={isKept ? 'own-text is-doubtful' : 'own-text is-default'}>
              <code>{key}</code>
              <div className="own-text-unknown">
                {isKept ? <span>{base.texts[key]}</span> : <del>{base.texts[key]}</del>}
                {!readOnly && (
                  <Button
                    weight="quiet"
                    aria-label={`${t(isKept ? 'texts_unknown_remove' : 'texts_unknown_keep')}: ${key}`}
                    onClick={() => setKey(key, isKept ? undefined : base.texts[key])}
                  >
                    {t(isKept ? 'texts_unknown_remove' : 'texts_unknown_keep')}
                  </Button>
                )}
              </div>
            </li>
          )
        })}
      </ul>
      <Pager page={page} total={listed.length} more={false} onPage={setPage} />
    </div>
  )
}
