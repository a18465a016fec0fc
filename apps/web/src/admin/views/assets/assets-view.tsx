import { ASSET_KINDS, type ListedAsset } from '@sportello/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { usePermissions } from '../../account.ts'
import { places, useDashboardSearch } from '../../address.ts'
import { manage } from '../../call.ts'
import { bytesText } from '../../ui/bytes-text.ts'
import type { Column } from '../../ui/column.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Loading, lazyPart } from '../../ui/lazy-part.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { useSort } from '../../ui/use-sort.ts'
import { useWords } from '../../words.tsx'
import { AssetModal, type AssetTask, useUsedBy } from './asset-modals.tsx'
import { NewTextsModal } from './texts/new-texts-modal.tsx'

const TextsView = lazyPart(() => import('./texts/texts-view.tsx'), { fallback: <Loading /> })

/**
 * View of the assets: logos, favicons, backgrounds and texts. If the URL names a file of texts, the view shows the
 * texts in this file.
 */
export default function AssetsView() {
  const { texts } = useDashboardSearch()
  return texts === undefined ? <Assets /> : <TextsView key={texts} name={texts} />
}

/** List of the assets. Every form can refer to an asset by its name. */
function Assets() {
  const { t } = useWords()
  const may = usePermissions()
  const filters = useFilters()
  const sort = useSort('name')
  const [task, setTask] = useState<AssetTask | { mode: 'new texts' } | null>(null)
  const navigate = useNavigate({ from: places.management })
  const openTexts = (name: string) => void navigate({ to: '.', search: ({ customer }) => ({ view: 'assets', customer, texts: name }) })
  const source = useQuery({ queryKey: ['assets', 'all'], queryFn: ({ signal }) => manage<ListedAsset[]>('GET', '/assets', { signal }) })
  // Operators who may not change assets can only read the texts.
  const hasActions = may.changeDeployment || source.data?.some(({ kind }) => kind === 'custom_loc_strings')
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
            <>
              <Button weight="primary" onClick={() => setTask({ mode: 'add' })}>
                {t('add')}
              </Button>
              <Button onClick={() => setTask({ mode: 'new texts' })}>{t('texts_new')}</Button>
            </>
          )
        }
        {...(hasActions && {
          actions: (asset: ListedAsset, about: string) => (
            <>
              {asset.kind === 'custom_loc_strings' && (
                <RowButton about={about} onClick={() => openTexts(asset.name)}>
                  {t(may.changeDeployment ? 'texts_edit' : 'texts_read')}
                </RowButton>
              )}
              {may.changeDeployment && (
                <>
                  <RowButton about={about} onClick={() => setTask({ mode: 'replace', asset })}>
                    {t('secret_replace')}
                  </RowButton>
                  <RowButton about={about} onClick={() => setTask({ mode: 'delete', asset })}>
                    {t('delete')}
                  </RowButton>
                </>
              )}
            </>
          ),
        })}
      />
      {task?.mode === 'new texts' ? (
        <NewTextsModal onOpen={openTexts} onClose={() => setTask(null)} />
      ) : (
        task && <AssetModal task={task} onClose={() => setTask(null)} />
      )}
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
