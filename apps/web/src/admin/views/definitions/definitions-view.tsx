import type { ListedDefinition } from '@sportello/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { usePermissions } from '../../account.ts'
import { places, useDashboardSearch } from '../../address.ts'
import { download, manage } from '../../call.ts'
import type { Column } from '../../ui/column.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { showErrorToast } from '../../ui/toasts.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { useMessages } from '../../ui/use-messages.ts'
import { useSort } from '../../ui/use-sort.ts'
import { useWords } from '../../words.tsx'
import { BundleModal } from './bundle-modal.tsx'
import { DocumentModal } from './document-modal.tsx'
import { DiscardModal, PublishModal } from './draft-modals.tsx'
import { VersionsModal } from './versions-modal.tsx'

/**
 * The dialog that is open for a definition. It keeps the definition's version as the operator saw it. If the definition
 * has changed since then, the server rejects the operator's action.
 */
type Task = { kind: 'edit' | 'publish' | 'discard' | 'versions'; row: ListedDefinition } | { kind: 'bundle' | 'new' }

const NewDefinitionModal = lazyDialog(() => import('../editor/new-definition-modal.tsx'))
const EditorView = lazyPart(() => import('../editor/editor-view.tsx'))

/**
 * View that lists the form definitions, which are the step trees that forms show. If the URL names a definition, opens
 * it in
 * the editor instead.
 */
export default function DefinitionsView() {
  const { definition } = useDashboardSearch()
  const navigate = useNavigate({ from: places.management })
  const open = (code: string | undefined) =>
    void navigate({ to: '.', search: (before) => ({ ...before, definition: code, node: undefined, preview: undefined }) })
  if (definition !== undefined) return <EditorView code={definition} onBack={() => open(undefined)} />
  return <Definitions onOpen={open} />
}

/** Table of the definitions, from which the operator opens drafts and versions, and imports and exports bundles. */
function Definitions({ onOpen }: { onOpen: (code: string) => void }) {
  const { t, language } = useWords()
  const may = usePermissions()
  const messages = useMessages()
  const filters = useFilters()
  const sort = useSort('code')
  const [task, setTask] = useState<Task | null>(null)
  const source = useQuery({ queryKey: ['definitions'], queryFn: ({ signal }) => manage<ListedDefinition[]>('GET', '/definitions', { signal }) })
  const draftState = useCallback(
    (draft: boolean, publication: ListedDefinition['publication']) => (publication !== null ? t(`pub_is_${publication}`) : draft ? t('definition_waits') : ''),
    [t],
  )
  const columns = useMemo<Column<ListedDefinition>[]>(
    () => [
      { key: 'code', header: t('definition_code'), text: ({ code_tag }) => code_tag },
      { key: 'description', header: t('definition_description'), text: ({ description }) => description },
      { key: 'steps', header: t('definition_steps'), text: ({ steps }) => steps.toLocaleString(language), sortValue: ({ steps }) => steps, filter: false },
      { key: 'live', header: t('definition_live'), text: ({ live_version }) => live_version?.toString() ?? t('definition_none'), filter: false },
      {
        key: 'draft',
        header: t('definition_draft'),
        text: ({ draft, publication }) => draftState(draft, publication),
        cell: ({ draft, publication }) => (draft || publication !== null) && <span className="badge state-queued">{draftState(draft, publication)}</span>,
        filter: false,
      },
      { key: 'forms', header: t('definition_forms'), text: ({ forms }) => forms.join(', ') },
    ],
    [t, language, draftState],
  )
  const close = () => setTask(null)
  return (
    <>
      <DataTable
        id="definitions"
        name={t('view_definitions')}
        columns={columns}
        rows={source.data}
        rowKey={({ code_tag }) => code_tag}
        source={source}
        filters={filters}
        sort={sort}
        tools={
          <>
            {may.create && (
              <Button weight="primary" onClick={() => setTask({ kind: 'new' })}>
                {t('definition_new')}
              </Button>
            )}
            {may.own && (
              <>
                <Button onClick={() => setTask({ kind: 'bundle' })}>{t('bundle_upload')}</Button>
                <Button onClick={() => download('/bundle', {}, 'sportello.json').catch((error: Error) => showErrorToast(messages(error).join(' ')))}>
                  {t('bundle_download')}
                </Button>
              </>
            )}
          </>
        }
        actions={(row, about) => (
          <>
            <RowButton about={about} onClick={() => onOpen(row.code_tag)}>
              {t('definition_open')}
            </RowButton>
            {may.edit && (
              <RowButton about={about} onClick={() => setTask({ kind: 'edit', row })}>
                {t('definition_json')}
              </RowButton>
            )}
            {may.publish && row.draft && (
              <>
                <RowButton about={about} onClick={() => setTask({ kind: 'publish', row })}>
                  {t('definition_publish')}
                </RowButton>
                <RowButton about={about} onClick={() => setTask({ kind: 'discard', row })}>
                  {t('definition_discard')}
                </RowButton>
              </>
            )}
            <RowButton about={about} onClick={() => setTask({ kind: 'versions', row })}>
              {t('definition_versions')}
            </RowButton>
          </>
        )}
      />
      {task?.kind === 'edit' && <DocumentModal code={task.row.code_tag} onClose={close} />}
      {task?.kind === 'publish' && <PublishModal definition={task.row} onClose={close} />}
      {task?.kind === 'discard' && <DiscardModal definition={task.row} onClose={close} />}
      {task?.kind === 'versions' && (
        <VersionsModal definition={source.data?.find(({ code_tag }) => code_tag === task.row.code_tag) ?? task.row} onClose={close} />
      )}
      {task?.kind === 'bundle' && <BundleModal onClose={close} />}
      {task?.kind === 'new' && <NewDefinitionModal definitions={source.data ?? []} onOpen={onOpen} onClose={close} />}
    </>
  )
}
