import type { ShownForm, TagForm } from '@sportello/contract'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { usePermissions } from '../../account.ts'
import { places } from '../../address.ts'
import { useRecentForms } from '../../recent-forms.ts'
import type { Column } from '../../ui/column.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Pager } from '../../ui/pager.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { useSort } from '../../ui/use-sort.ts'
import { useWords } from '../../words.tsx'
import { ChatState } from './chat-state.tsx'
import { useForms, useTags } from './form-calls.ts'
import { chatStateOf, type ManageMode } from './form-draft.ts'
import { FormModal } from './form-modal.tsx'
import { ParametersModal } from './parameters-modal.tsx'
import { RoutingModal } from './routing-modal.tsx'
import { Shortened } from './shortened.tsx'
import { TagBadge } from './tag-badge.tsx'
import { visitModes } from './visit.ts'
import { VisitModal } from './visit-modal.tsx'

type Action = ManageMode | 'parameters' | 'routing' | 'visit'

const SORTED = ['code', 'description', 'tag', 'maintenance']

/** View of the forms (administrator specification, section 2: "Form settings view"). */
export default function FormsView() {
  const { t } = useWords()
  const may = usePermissions()
  const navigate = useNavigate()
  const filters = useFilters()
  const sort = useSort('code', SORTED)
  const wanted = { ...filters.values, sort: sort.value }
  const [page, setPage] = usePage(wanted)
  const forms = useForms(page, wanted)
  const { data: tags } = useTags()
  const [doing, setDoing] = useState<{ action: Action; form?: ShownForm } | null>(null)
  const { addRecent } = useRecentForms()
  const end = () => setDoing(null)
  const total = forms.data?.total ?? 0

  const names = [
    t('parameters'),
    ...(may.change ? [t('edit')] : []),
    t('routing'),
    t('people_access'),
    ...(may.change ? [t('duplicate'), t('visit'), t('delete')] : []),
  ]

  function open(action: Action, form: ShownForm): void {
    addRecent(form.code_form)
    setDoing({ action, form })
  }
  function actions(form: ShownForm, about: string): ReactNode {
    const button = (action: Action, label: string, disabled = false) => (
      <RowButton key={action} about={about} disabled={disabled} onClick={() => open(action, form)}>
        {label}
      </RowButton>
    )
    return [
      button('parameters', t('parameters')),
      ...(may.change ? [button('edit', t('edit'))] : []),
      button('routing', t('routing')),
      <RowButton key="access" about={about} onClick={() => void navigate({ to: places.management, search: { view: 'accounts', form: form.code_form } })}>
        {t('people_access')}
      </RowButton>,
      ...(may.change ? [button('duplicate', t('duplicate')), button('visit', t('visit'), visitModes(form).length === 0), button('delete', t('delete'))] : []),
    ]
  }

  return (
    <>
      <DataTable
        id="forms"
        name={t('view_forms')}
        columns={useColumns(tags)}
        rows={forms.data?.forms}
        rowKey={({ id }) => id}
        source={forms}
        filters={filters}
        sort={sort}
        filteredByServer
        total={total}
        actions={actions}
        actionNames={names}
        tools={
          may.change && (
            <Button weight="primary" onClick={() => setDoing({ action: 'add' })}>
              {t('add')}
            </Button>
          )
        }
        emptyHint={may.change ? t('forms_empty_hint') : undefined}
        footer={<Pager page={page} total={total} more={false} onPage={setPage} />}
      />
      {doing && <Doing {...doing} tags={tags} onClose={end} />}
    </>
  )
}

function Doing({ action, form, tags, onClose }: { action: Action; form?: ShownForm; tags: readonly TagForm[] | undefined; onClose: () => void }) {
  if (!form || action === 'add' || action === 'edit' || action === 'duplicate' || action === 'delete')
    return <FormModal mode={form ? (action as ManageMode) : 'add'} id={form?.id} onClose={onClose} />
  if (action === 'parameters') return <ParametersModal form={form} tag={tags?.find(({ value }) => value === form.code_tag)} onClose={onClose} />
  return action === 'routing' ? <RoutingModal form={form} onClose={onClose} /> : <VisitModal form={form} onClose={onClose} />
}

/** Returns the current page and its setter. A change of filters or sort order returns to the first page. */
function usePage(filters: Readonly<Record<string, string>>): [number, (page: number) => void] {
  const key = JSON.stringify(filters)
  const [at, setAt] = useState({ key, page: 1 })
  return [at.key === key ? at.page : 1, (page) => setAt({ key, page })]
}

function useColumns(tags: readonly TagForm[] | undefined): Column<ShownForm>[] {
  const { t } = useWords()
  return [
    { key: 'code', header: t('form_code'), text: ({ code_form }) => code_form, width: '9rem', cell: ({ code_form }) => <Shortened text={code_form} /> },
    {
      key: 'description',
      header: t('form_description'),
      text: ({ description }) => description,
      width: '26%',
      cell: ({ description }) => <Shortened text={description} />,
    },
    {
      key: 'chat',
      header: t('form_chat'),
      text: (form) => t(`chat_${chatStateOf(form)}`),
      cell: (form) => <ChatState state={chatStateOf(form)} />,
      filter: false,
      width: '4.75rem',
    },
    {
      key: 'tag',
      header: t('form_tag'),
      text: ({ code_tag }) => code_tag,
      width: '18%',
      cell: (form) => <TagBadge form={form} tag={tags?.find(({ value }) => value === form.code_tag)} />,
    },
    {
      key: 'auth',
      header: t('form_auth'),
      width: '7rem',
      text: ({ auth_type }) => auth_type.join(', '),
      cell: ({ auth_type }) => (auth_type.length > 0 ? <Shortened text={auth_type.join(', ')} /> : <span className="warning">{t('auth_undefined')}</span>),
    },
    {
      key: 'maintenance',
      header: t('form_maintenance'),
      text: ({ active }) => t(active ? 'no' : 'yes'),
      filter: false,
      width: '8.5rem',
    },
  ]
}
