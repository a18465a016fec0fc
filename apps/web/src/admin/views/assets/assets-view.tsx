import { ASSET_KINDS, type ListedAsset } from '@sportello/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { usePermissions } from '../../account.ts'
import { manage } from '../../call.ts'
import { bytesText } from '../../ui/bytes-text.ts'
import type { Column } from '../../ui/column.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { useSort } from '../../ui/use-sort.ts'
import { useWords } from '../../words.tsx'
import { AssetModal, type AssetTask, useUsedBy } from './asset-modals.tsx'

/** View of the assets: logos, favicons, backgrounds and texts. Every form can refer to an asset by its name. */
export default function AssetsView() {
  const { t } = useWords()
  const may = usePermissions()
  const filters = useFilters()
  const sort = useSort('name')
  const [task, setTask] = useState<AssetTask | null>(null)
  const source = useQuery({ queryKey: ['assets', 'all'], queryFn: ({ signal }) => manage<ListedAsset[]>('GET', '/assets', { signal }) })
  return (
    <>
      <DataTable
        id="assets"
        name={t('view_assets')}
        columns={useColumns()}
        rows={source.data}
        rowKey={({ kind, name }) => `${kind}/${name}`}
        source={source}
        filters={filters}
        sort={sort}
        emptyHint={may.changeDeployment ? t('asset_empty_hint') : undefined}
        tools={
          may.changeDeployment && (
            <Button weight="primary" onClick={() => setTask({ mode: 'add' })}>
              {t('add')}
            </Button>
          )
        }
        {...(may.changeDeployment && {
          actions: (asset: ListedAsset, about: string) => (
            <>
              <RowButton about={about} onClick={() => setTask({ mode: 'replace', asset })}>
                {t('secret_replace')}
              </RowButton>
              <RowButton about={about} onClick={() => setTask({ mode: 'delete', asset })}>
                {t('delete')}
              </RowButton>
            </>
          ),
        })}
      />
      {task && <AssetModal task={task} onClose={() => setTask(null)} />}
    </>
  )
}

function useColumns(): Column<ListedAsset>[] {
  const { t, language } = useWords()
  const usedBy = useUsedBy()
  return [
    { key: 'name', header: t('asset_name'), text: ({ name }) => name },
    {
      key: 'preview',
      header: t('asset_preview'),
      text: () => '',
      // The image has an empty alternative text, because the cell next to it contains the asset's name.
      cell: ({ url }) => url && <img className="asset-preview" src={url} alt="" loading="lazy" />,
      filter: false,
      width: '10rem',
    },
    {
      key: 'kind',
      header: t('asset_kind'),
      text: ({ kind }) => t(`asset_kind_${kind}`),
      filter: ASSET_KINDS.map((value) => ({ value, label: t(`asset_kind_${value}`) })),
      filterValue: ({ kind }) => kind,
    },
    { key: 'bytes', header: t('asset_bytes'), text: ({ bytes }) => bytesText(bytes, language), filter: false },
    { key: 'type', header: t('asset_format'), text: ({ media_type }) => media_type.replace(/^\w+\/(?:x-)?/, '').toUpperCase(), filter: false },
    { key: 'used', header: t('asset_used_by'), text: (asset) => (asset.uses === 0 ? t('asset_unused') : usedBy(asset)) },
  ]
}
