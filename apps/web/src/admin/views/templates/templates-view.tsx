import type { ListedTemplate } from '@sportello/contract'
import { TEMPLATE_STATES } from '@sportello/editing'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { usePermissions } from '../../account.ts'
import { places, useDashboardSearch } from '../../address.ts'
import type { Column } from '../../ui/column.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Loading, lazyPart } from '../../ui/lazy-part.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { useSort } from '../../ui/use-sort.ts'
import { useWords } from '../../words.tsx'
import { STATE_CLASSES, useStateText } from './state-words.ts'
import { type LanguageState, listedStates } from './template-languages.ts'
import { TemplateModal, type TemplateTask } from './template-modal.tsx'
import { useTemplates } from './template-texts.ts'
import './templates.css'

const TranslateView = lazyPart(() => import('./translate/translate-view.tsx'), { fallback: <Loading /> })

const MODES = ['edit', 'duplicate', 'delete'] as const

/**
 * View of the mail templates. If the URL names a template, the view shows its texts in two languages, in which an
 * operator translates them.
 */
export default function TemplatesView() {
  const { translate } = useDashboardSearch()
  return translate === undefined ? <Templates /> : <TranslateView name={translate} />
}

/** List of the mail templates. Forms refer to a template by its name; each template has a text for each language. */
function Templates() {
  const { t } = useWords()
  const may = usePermissions()
  const filters = useFilters()
  const sort = useSort('name')
  const [task, setTask] = useState<TemplateTask | null>(null)
  const navigate = useNavigate({ from: places.management })
  const source = useTemplates()
  const states = useMemo(() => listedStates(source.data ?? []), [source.data])
  const columns = useColumns(states)
  /** Opens the translation of a row or, from the original, the first translation that needs work. */
  function openTranslation(row: ListedTemplate): void {
    const isOriginal = states.get(row)?.some(({ language, state }) => state === 'original' && language === row.lang_code)
    const translation = isOriginal ? undefined : row.lang_code
    void navigate({ to: '.', search: ({ customer }) => ({ view: 'templates', customer, translate: row.name, translation }) })
  }
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
          actions: (template: ListedTemplate, about: string) => (
            <>
              <RowButton about={about} onClick={() => openTranslation(template)}>
                {t('mail_template_translate')}
              </RowButton>
              {MODES.map((mode) => (
                <RowButton key={mode} about={about} onClick={() => setTask({ mode, template })}>
                  {t(mode)}
                </RowButton>
              ))}
            </>
          ),
        })}
      />
      {task && <TemplateModal task={task} onClose={() => setTask(null)} />}
    </>
  )
}

function useColumns(states: ReturnType<typeof listedStates>): Column<ListedTemplate>[] {
  const { t } = useWords()
  const stateText = useStateText()
  return useMemo(() => {
    const statesOf = (row: ListedTemplate) => states.get(row) ?? []
    return [
      { key: 'name', header: t('mail_template_name'), text: ({ name }) => name },
      { key: 'language', header: t('mail_template_language'), text: ({ lang_code }) => lang_code, width: '8rem' },
      { key: 'subject', header: t('mail_template_subject'), text: ({ subject }) => subject },
      {
        key: 'translations',
        header: t('mail_template_translations'),
        text: (row) =>
          statesOf(row)
            .map(({ language, state }) => stateText(language, state))
            .join(', '),
        cell: (row) => <Languages name={row.name} states={statesOf(row)} />,
        filter: TEMPLATE_STATES.map((value) => ({ value, label: t(`mail_template_state_${value}`) })),
        filterValue: (row) =>
          statesOf(row)
            .map(({ state }) => state)
            .join(' '),
        sort: false,
      },
    ]
  }, [t, stateText, states])
}

/** Links to the translations of a mail template, with their states. The original itself is no link. */
function Languages({ name, states }: { name: string; states: readonly LanguageState[] }) {
  const stateText = useStateText()
  return (
    <span className="template-languages">
      {states.map(({ language, state }) =>
        state === 'original' ? (
          <span key={language} className={STATE_CLASSES[state]}>
            {stateText(language, state)}
          </span>
        ) : (
          <Link
            key={language}
            className={STATE_CLASSES[state]}
            to={places.management}
            search={({ customer }) => ({ view: 'templates', customer, translate: name, translation: language })}
          >
            {stateText(language, state)}
          </Link>
        ),
      )}
    </span>
  )
}
