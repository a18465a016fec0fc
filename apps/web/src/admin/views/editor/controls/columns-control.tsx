import { useMemo } from 'react'
import { Button } from '../../../../shared/ui/button.tsx'
import { useEditorWords } from '../editor-words.tsx'
import type { ControlProps } from './control-props.ts'
import { RowsControl } from './rows-control.tsx'
import { TextControl } from './text-control.tsx'
import { ItemContext, useProperty } from './use-property.ts'

interface FooterColumn {
  nomeColonna: string
  elems: readonly unknown[]
}

/** The columns of a page's footer: each with its title and its entries. */
export function ColumnsControl({ id, path, label, readOnly }: ControlProps) {
  const t = useEditorWords()
  const { value, set } = useProperty(id, path)
  const columns = Array.isArray(value) ? (value as FooterColumn[]) : []
  const next = (list: readonly FooterColumn[]) => set(list.length === 0 ? undefined : list)
  return (
    <fieldset className="field rows">
      <legend>{label}</legend>
      {columns.map(({ nomeColonna }, at) => {
        const name = nomeColonna || t('rows_row', label, String(at + 1))
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no identity of their own, and their titles are what the author types
          <details key={at} className="nested-question" open={nomeColonna === ''}>
            <summary>{name}</summary>
            <OneColumn id={id} list={path} index={at} readOnly={readOnly} />
            {!readOnly && (
              <Button onClick={() => next(columns.filter((_column, place) => place !== at))} aria-label={`${t('editor_delete')}: ${name}`}>
                {t('editor_delete')}
              </Button>
            )}
          </details>
        )
      })}
      {!readOnly && <Button onClick={() => next([...columns, { nomeColonna: '', elems: [] }])}>{t('columns_add')}</Button>}
    </fieldset>
  )
}

function OneColumn({ id, list, index, readOnly }: { id: string; list: readonly string[]; index: number; readOnly: boolean }) {
  const t = useEditorWords()
  const item = useMemo(() => ({ list, index }), [list, index])
  return (
    <ItemContext value={item}>
      <TextControl id={id} path={['nomeColonna']} label={t('part_title')} required readOnly={readOnly} />
      <RowsControl id={id} path={['elems']} label={t('part_links')} columns={['iconElem', 'textElem']} readOnly={readOnly} />
    </ItemContext>
  )
}
