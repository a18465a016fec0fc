import type { ShownForm, TagForm } from '@sportello/contract'
import type { AdminPhrases } from '@sportello/phrases/admin'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { usePermissions } from '../../account.ts'
import { places, useDashboardSearch } from '../../address.ts'
import { useRecentForms } from '../../recent-forms.ts'
import type { Column } from '../../ui/column.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Loading, lazyPart } from '../../ui/lazy-part.tsx'
import { Pager } from '../../ui/pager.tsx'
import { RowButton, type RowIcon } from '../../ui/row-button.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { useSort } from '../../ui/use-sort.ts'
import { useWords } from '../../words.tsx'
import { NewFormButton } from '../editor/new-form-button.tsx'
import { ChatState } from './chat-state.tsx'
import { useFormByCode, useForms, useTags } from './form-calls.ts'
import { chatStateOf, type ManageMode } from './form-draft.ts'
import { FormModal } from './form-modal.tsx'
import { ParametersModal } from './parameters-modal.tsx'
import { RoutingModal } from './routing-modal.tsx'
import { Shortened } from './shortened.tsx'
import { TagBadge } from './tag-badge.tsx'
import { visitModes } from './visit.ts'
import { VisitModal } from './visit-modal.tsx'

type Action = ManageMode | 'parameters' | 'routing' | 'visit'

/** Actions in the row of a form, in the order of the specification. Each action has a name and an icon. */
const OFFERED = ['parameters', 'edit', 'routing', 'access', 'duplicate', 'visit', 'delete'] as const
type Offered = (typeof OFFERED)[number]
const NAMES = {
  parameters: 'parameters',
  edit: 'edit',
  routing: 'routing',
  access: 'people_access',
  duplicate: 'duplicate',
  visit: 'visit',
  delete: 'delete',
} as const satisfies Record<Offered, keyof AdminPhrases>
const ICONS: Readonly<Partial<Record<Offered, RowIcon>>> = { parameters: 'sliders', routing: 'route', access: 'key', duplicate: 'copy', delete: 'trash' }
/** Actions that are available to operators with read-only access. */
const READING: readonly Offered[] = ['parameters', 'routing', 'access']

/**
 * Returns the sort rank of an action in a row. Text buttons come before icons, so that the icons of all rows are
 * aligned.
 */
const rank = (inText: readonly Offered[], action: Offered) => (inText.includes(action) ? 0 : 1)

const SORTED = ['code', 'description', 'tag', 'maintenance']

const FormWorkspace = lazyPart(() => import('./workspace/form-workspace.tsx'), { fallback: <Loading /> })

/** View that lists the forms or, if the URL names a form, shows the workspace of that form. */
export default function FormsView() {
  const { form } = useDashboardSearch()
  return form === undefined ? <Forms /> : <FormWorkspace key={form} code={form} />
}

/** List of the forms (administrator specification, section 2: "Form settings view"). */
function Forms() {
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
  const wantedKey = JSON.stringify(wanted)
  const [made, setMade] = useState<{ code: string; wantedKey: string } | null>(null)
  const madeForm = useFormByCode(made?.wantedKey === wantedKey ? made.code : undefined)
  const rows = forms.data && (madeForm ? [madeForm, ...forms.data.forms.filter(({ id }) => id !== madeForm.id)] : forms.data.forms)

  // In each row two actions are shown as text, all others as icons. Operators who may not change forms have only three
  // actions.
  const inText: readonly Offered[] = may.change ? ['edit', 'visit'] : ['parameters', 'routing']
  const isOffered = (action: Offered) => may.change || (READING.includes(action) && (action !== 'access' || may.is('viewer')))
  const offered = OFFERED.filter(isOffered).toSorted((one, other) => rank(inText, one) - rank(inText, other))
  const names = offered.map((action) => (inText.includes(action) ? t(NAMES[action]) : null))

  function open(action: Action, form: ShownForm): void {
    addRecent(form.code_form)
    setDoing({ action, form })
  }
  function actions(form: ShownForm, about: string): ReactNode {
    return offered.map((action) => (
      <RowButton
        key={action}
        about={about}
        icon={inText.includes(action) ? undefined : ICONS[action]}
        disabled={action === 'visit' && visitModes(form).length === 0}
        onClick={() =>
          action === 'access' ? void navigate({ to: places.management, search: { view: 'accounts', form: form.code_form } }) : open(action, form)
        }
      >
        {t(NAMES[action])}
      </RowButton>
    ))
  }

  return (
    <>
      <DataTable
        id="forms"
        name={t('view_forms')}
        columns={useColumns(tags, madeForm?.id)}
        rows={rows}
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
        emptyHint={
          may.create ? (
            <>
              {t('forms_empty_new')} <NewFormButton />
            </>
          ) : may.change ? (
            t('forms_empty_hint')
          ) : undefined
        }
        footer={<Pager page={page} total={total} more={false} onPage={setPage} />}
      />
      {doing && <Doing {...doing} tags={tags} onMade={(code) => setMade({ code, wantedKey })} onClose={end} />}
    </>
  )
}

interface DoingProps {
  action: Action
  form?: ShownForm
  tags: readonly TagForm[] | undefined
  /** Called with the code of the form after the operator has created it. */
  onMade: (code: string) => void
  onClose: () => void
}

function Doing({ action, form, tags, onMade, onClose }: DoingProps) {
  if (!form || action === 'add' || action === 'edit' || action === 'duplicate' || action === 'delete')
    return <FormModal mode={form ? (action as ManageMode) : 'add'} id={form?.id} onMade={onMade} onClose={onClose} />
  if (action === 'parameters') return <ParametersModal form={form} tag={tags?.find(({ value }) => value === form.code_tag)} onClose={onClose} />
  return action === 'routing' ? <RoutingModal form={form} onClose={onClose} /> : <VisitModal form={form} onClose={onClose} />
}

/**
 * Returns the current page number and a function that sets it. When the filters or the sort order change, the list
 * returns to the first page.
 */
function usePage(filters: Readonly<Record<string, string>>): [number, (page: number) => void] {
  const key = JSON.stringify(filters)
  const [at, setAt] = useState({ key, page: 1 })
  return [at.key === key ? at.page : 1, (page) => setAt({ key, page })]
}

/**
 * Returns the columns of the list of forms.
 * @param madeId id of the form that the operator has just created; its row is highlighted
 */
function useColumns(tags: readonly TagForm[] | undefined, madeId: string | undefined): Column<ShownForm>[] {
  const { t } = useWords()
  return [
    {
      key: 'code',
      header: t('form_code'),
      text: ({ code_form }) => code_form,
      width: '9rem',
      cell: ({ code_form }) => (
        <Link to={places.management} search={({ customer }) => ({ view: 'forms', form: code_form, customer })}>
          <Shortened text={code_form} />
        </Link>
      ),
    },
    {
      key: 'description',
      header: t('form_description'),
      text: ({ description }) => description,
      width: '26%',
      cell: ({ id, description }) => (
        <>
          {id === madeId && <span className="badge state-sent">{t('form_made')}</span>} <Shortened text={description} />
        </>
      ),
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
