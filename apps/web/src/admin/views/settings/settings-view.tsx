import { isGuard, type ListedSetting } from '@sportello/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { usePermissions } from '../../account.ts'
import { manage } from '../../call.ts'
import type { Column } from '../../ui/column.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { useSort } from '../../ui/use-sort.ts'
import { useWords } from '../../words.tsx'
import { unsetSettings, useSettingDescription } from './known-setting.ts'
import type { SettingTask } from './setting-modal.tsx'
import { UnsetSettings } from './unset-settings.tsx'

// Loads the modal only when it is opened, so that the view opens without loading the form library.
const SettingModal = lazyDialog(() => import('./setting-modal.tsx'))

/** View of the system settings (administrator specification, section 2: "System settings view"). */
export default function SettingsView() {
  const { t } = useWords()
  const may = usePermissions()
  const filters = useFilters()
  const sort = useSort('code')
  const descriptionOf = useSettingDescription()
  const [task, setTask] = useState<SettingTask | null>(null)
  const maySet = (code: string) => may.own || !isGuard(code)
  const source = useQuery({ queryKey: ['settings'], queryFn: ({ signal }) => manage<ListedSetting[]>('GET', '/settings/systems', { signal }) })
  const columns = useMemo<Column<ListedSetting>[]>(
    () => [
      { key: 'code', header: t('setting_code'), text: ({ code }) => code, width: '16rem' },
      { key: 'value', header: t('setting_value'), text: ({ value }) => value },
      { key: 'meaning', header: t('setting_meaning'), text: ({ code }) => descriptionOf(code)?.meaning ?? '', filter: false },
    ],
    [t, descriptionOf],
  )
  return (
    <>
      <DataTable
        id="settings"
        name={t('view_settings')}
        columns={columns}
        rows={source.data}
        rowKey={({ code }) => code}
        source={source}
        filters={filters}
        sort={sort}
        emptyHint={t('setting_empty_hint')}
        tools={
          may.changeDeployment && (
            <Button weight="primary" onClick={() => setTask({ mode: 'add' })}>
              {t('add')}
            </Button>
          )
        }
        {...(may.changeDeployment && {
          actions: (setting: ListedSetting, about: string) =>
            maySet(setting.code) && (
              <>
                <RowButton about={about} onClick={() => setTask({ mode: 'edit', setting })}>
                  {t('edit')}
                </RowButton>
                <RowButton about={about} onClick={() => setTask({ mode: 'duplicate', setting })}>
                  {t('duplicate')}
                </RowButton>
                <RowButton about={about} onClick={() => setTask({ mode: 'delete', setting })}>
                  {t('delete')}
                </RowButton>
              </>
            ),
        })}
      />
      {source.data && (
        <UnsetSettings
          codes={unsetSettings(source.data)}
          source={source}
          maySet={may.changeDeployment ? maySet : undefined}
          onSet={(code) => setTask({ mode: 'add', code })}
        />
      )}
      {task && <SettingModal task={task} onClose={() => setTask(null)} />}
    </>
  )
}
