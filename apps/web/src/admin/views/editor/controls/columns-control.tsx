import { useEditorWords } from '../editor-words.tsx'
import type { ControlProps } from './control-props.ts'
import { ItemList } from './item-list.tsx'
import { RowsControl } from './rows-control.tsx'
import { TextControl } from './text-control.tsx'

interface FooterColumn {
  nomeColonna: string
  elems: readonly unknown[]
}

/** Editor control for the columns of the page footer. Each column has a title and entries. */
export function ColumnsControl({ id, path, label, readOnly }: ControlProps) {
  const t = useEditorWords()
  return (
    <ItemList<FooterColumn>
      {...{ id, path, label, readOnly }}
      addLabel={t('columns_add')}
      nameOf={({ nomeColonna }) => nomeColonna}
      create={() => ({ nomeColonna: '', elems: [] })}
    >
      <TextControl id={id} path={['nomeColonna']} label={t('part_title')} required readOnly={readOnly} />
      <RowsControl id={id} path={['elems']} label={t('part_links')} columns={['iconElem', 'textElem']} readOnly={readOnly} />
    </ItemList>
  )
}
