import { MAX_VIEW_NAME, type SavedView } from '@sportello/contract'
import { useEffect, useState } from 'react'
import { useAccount, usePermissions } from '../../account.ts'
import { CheckInput, SelectInput, TextInput, useEditForm } from '../../ui/edit-form.tsx'
import { EditModal } from '../../ui/edit-modal.tsx'
import { useWords } from '../../words.tsx'
import { useToday } from './desk-words.ts'
import { isSameList, savedFilters, shownFilters, useChangeViews, useSavedViews } from './use-saved-views.ts'

interface SavedViewToolsProps {
  /** Current filters of the list of requests. */
  values: Readonly<Record<string, string>>
  sort: string
  /** True if the list is one of those that every operator has. */
  isKnown: boolean
}

/** Buttons that save the list of requests as it is filtered now, and that change or delete a saved one. */
export function SavedViewTools({ values, sort, isKnown }: SavedViewToolsProps) {
  const { t } = useWords()
  const account = useAccount()
  const today = useToday()
  const views = useSavedViews()
  const [open, setOpen] = useState<'save' | 'delete'>()
  const filters = savedFilters(values, today)
  const own = views.filter(({ operator }) => operator === account?.username)
  const current = views.find((view) => isSameList(shownFilters(view.filters, today), values))
  const isOwn = current !== undefined && own.includes(current)
  const close = () => setOpen(undefined)
  if (isKnown || Object.keys(filters).length === 0) return null
  return (
    <div className="saved-view-tools">
      {(current === undefined || isOwn) && (
        <button type="button" className="link-button" onClick={() => setOpen('save')}>
          {t(isOwn ? 'list_edit' : 'list_save')}
        </button>
      )}
      {current !== undefined && (isOwn || account?.role === 'owner') && (
        <button type="button" className="link-button" onClick={() => setOpen('delete')}>
          {t('list_delete')}
        </button>
      )}
      {open === 'save' && <SaveModal own={own} current={isOwn ? current : undefined} filters={filters} sort={sort} onClose={close} />}
      {open === 'delete' && current && <DeleteModal view={current} onClose={close} />}
    </div>
  )
}

/** Value of the select field for a new list. No id is empty. */
const NEW = ''

interface SaveModalProps {
  own: readonly SavedView[]
  /** The saved list that the operator changes; undefined to save one. */
  current: SavedView | undefined
  filters: ReturnType<typeof savedFilters>
  sort: string
  onClose: () => void
}

function SaveModal({ own, current, filters, sort, onClose }: SaveModalProps) {
  const { t } = useWords()
  const may = usePermissions()
  const { save } = useChangeViews()
  const form = useEditForm({ replaces: current?.id ?? NEW, name: current?.name ?? '', is_shared: current?.is_shared ?? false }, ({ replaces, name }) => ({
    ...(replaces === NEW && name.trim() === '' && { name: '' }),
  }))
  const replaced = own.find(({ id }) => id === form.watch('replaces'))
  const { setValue } = form
  // A shared list stays shared when it is replaced, unless the operator says otherwise.
  useEffect(() => {
    if (replaced) setValue('is_shared', replaced.is_shared)
  }, [replaced, setValue])
  function send(): Promise<void> {
    const { name, is_shared } = form.getValues()
    const replacing = current === undefined ? replaced : current
    const named = current === undefined && replaced ? replaced.name : name
    return save({ name: named, filters, sort: sort as never, is_shared }, replacing?.id)
  }
  return (
    <EditModal
      title={t(current ? 'list_edit' : 'list_save')}
      size="small"
      form={form}
      saveLabel={t('save')}
      save={send}
      done={t('list_saved')}
      onClose={onClose}
    >
      {current === undefined && own.length > 0 && (
        <SelectInput
          label={t('list_as')}
          name="replaces"
          choices={[{ value: NEW, label: t('list_new') }, ...own.map(({ id, name }) => ({ value: id, label: name }))]}
        />
      )}
      {(current !== undefined || replaced === undefined) && <TextInput label={t('list_name')} name="name" maxLength={MAX_VIEW_NAME} />}
      {may.lead && <CheckInput label={t('list_share')} name="is_shared" />}
      <p className="hint">{t('list_hint')}</p>
    </EditModal>
  )
}

function DeleteModal({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const { t } = useWords()
  const { remove } = useChangeViews()
  return (
    <EditModal
      title={t('list_delete')}
      size="small"
      danger
      saveLabel={t('list_delete')}
      save={() => remove(view.id)}
      done={t('list_deleted')}
      onClose={onClose}
    >
      <p>{t(view.is_shared ? 'list_delete_shared' : 'list_delete_text', view.name)}</p>
    </EditModal>
  )
}
