import type { PreviewOptions } from '@sportello/contract'
import { useId, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { useDraft } from '../editor/use-draft.ts'
import { usePreviewWords } from './preview-words.tsx'

type Known = PreviewOptions['known']
interface Row {
  id: number
  key: string
  value: string
}

let rows = 0
const newRow = (key = '', value = ''): Row => ({ id: ++rows, key, value })

/**
 * Converts the rows of the field to known data about the visitor. The e-mail address becomes a list, as it is in
 * sessions.
 */
function dataOf(all: readonly Row[]): Known {
  const named = all
    .filter(({ key }) => key.trim() !== '')
    .map(({ key, value }): [string, string | string[]] => [key.trim(), key.trim() === 'email' ? [value] : value])
  return Object.fromEntries(named)
}

/**
 * Field for the data that are known about the simulated visitor, as pairs of a name and a value. It suggests the names
 * that
 * the questions of the draft use.
 */
export function KnownData({ known, onChange }: { known: Known; onChange: (known: Known) => void }) {
  const t = usePreviewWords()
  const draft = useDraft()
  const list = useId()
  const [all, setAll] = useState<readonly Row[]>(() => Object.entries(known).map(([key, value]) => newRow(key, String(value))))
  const names = [...new Set(['email', ...draft.tree.subtree('root').flatMap(({ content }) => (typeof content.mapping === 'string' ? [content.mapping] : []))])]
  function change(next: readonly Row[]): void {
    setAll(next)
    onChange(dataOf(next))
  }
  const set = (id: number, part: Partial<Row>) => change(all.map((row) => (row.id === id ? { ...row, ...part } : row)))
  return (
    <fieldset className="preview-known">
      <legend>{t('preview_known')}</legend>
      <p className="hint">{t('preview_known_hint')}</p>
      <datalist id={list}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {all.map(({ id, key, value }) => (
        <div className="preview-datum" key={id}>
          <input className="control" list={list} aria-label={t('preview_key')} value={key} onChange={(event) => set(id, { key: event.target.value })} />
          <input className="control" aria-label={t('preview_value')} value={value} onChange={(event) => set(id, { value: event.target.value })} />
          <Button weight="quiet" aria-label={`${t('preview_remove')}: ${key}`} onClick={() => change(all.filter((row) => row.id !== id))}>
            ✕
          </Button>
        </div>
      ))}
      <Button onClick={() => setAll([...all, newRow()])}>{t('preview_add')}</Button>
    </fieldset>
  )
}
