import type { ListedTemplate } from '@sportello/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { usePermissions } from '../../account.ts'
import { manage } from '../../call.ts'
import type { Column } from '../../ui/column.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { useSort } from '../../ui/use-sort.ts'
import { useWords } from '../../words.tsx'
import { TemplateModal, type TemplateTask } from './template-modal.tsx'

const MODES = ['edit', 'duplicate', 'delete'] as const

/** View of the mail templates. Forms refer to a template by its name; each template has a text for each language. */
export default function TemplatesView() {
  const { t } = useWords()
  const may = usePermissions()
  const filters = useFilters()
  const sort = useSort('name')
  const [task, setTask] = useState<TemplateTask | null>(null)
  const source = useQuery({ queryKey: ['templates'], queryFn: ({ signal }) => manage<ListedTemplate[]>('GET', '/templates', { signal }) })
  const columns = useMemo<Column<ListedTemplate>[]>(
    () => [
      { key: 'name', header: t('mail_template_name'), text: ({ name }) => name },
      { key: 'language', header: t('mail_template_language'), text: ({ lang_code }) => lang_code, width: '8rem' },
      { key: 'subject', header: t('mail_template_subject'), text: ({ subject }) => subject },
    ],
    [t],
  )
  return (
    <>
      <DataTable
        id="templates"
        name={t('view_templates')}
        columns={columns}
        rows={source.data}
        rowKey={({ name, lang_code }) => `${name} ${lang_code}`}
        source={source}
        filters={filters}
        sort={sort}
        tools={
          may.changeDeployment && (
            <Button weight="primary" onClick={() => setTask({ mode: 'add' })}>
              {t('add')}
            </Button>
          )
        }
        {...(may.changeDeployment && {
          actions: (template: ListedTemplate, about: string) =>
            MODES.map((mode) => (
              <RowButton key={mode} about={about} onClick={() => setTask({ mode, template })}>
                {t(mode)}
              </RowButton>
            )),
        })}
      />
      {task && <TemplateModal task={task} onClose={() => setTask(null)} />}
    </>
  )
}
