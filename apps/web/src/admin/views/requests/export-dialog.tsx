import { type ExportPreview, LANGUAGES, REQUEST_STATES, type RequestState } from '@sportello/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { download, manage } from '../../call.ts'
import { bytesText } from '../../ui/bytes-text.ts'
import { ComboBox } from '../../ui/combo-box.tsx'
import { dayBounds } from '../../ui/day-bounds.ts'
import { DayFilters } from '../../ui/day-filters.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckField, Field, SelectField } from '../../ui/field.tsx'
import { showErrorToast } from '../../ui/toasts.tsx'
import { useMessages } from '../../ui/use-messages.ts'
import { languageLabel, useWords } from '../../words.tsx'
import { useMatchingForms } from '../accounts/people-calls.ts'
import './export-dialog.css'

interface ExportDialogProps {
  /** Filters of the list of requests. They are preset in the dialog. */
  filters: Readonly<Record<string, string | undefined>>
  onClose: () => void
}

/**
 * Dialog in which the operator exports requests. The operator selects the requests, the columns and the language of the
 * header row, sees the first rows, and downloads the file as CSV or XLSX.
 */
export default function ExportDialog({ filters, onClose }: ExportDialogProps) {
  const { t, language } = useWords()
  const [form, setForm] = useState(filters.form ?? '')
  const [days, setDays] = useState({ from: filters.from ?? '', to: filters.to ?? '' })
  const [states, setStates] = useState<readonly RequestState[]>(REQUEST_STATES.filter((state) => state === filters.state))
  const [header, setHeader] = useState<string>(language)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [isByForm, setIsByForm] = useState(false)
  const { list, q, ticket, email, desk, assignee, label, due_before } = filters
  const query = { list, q, ticket, email, desk, assignee, label, due_before, form, ...dayBounds(days), states: states.join(','), header }
  const preview = useQuery({
    queryKey: ['export-preview', query],
    queryFn: ({ signal }) => manage<ExportPreview>('GET', '/requests/export-preview', { query, signal }),
    placeholderData: (before) => before,
    gcTime: 0,
  })
  const columns = preview.data?.columns ?? []
  const shown = columns.filter(({ key }) => !hidden.has(key))
  // An export with one sheet per form contains columns that the preview does not show. In this case, ignores the
  // operator's choice of columns and exports all questions.
  const chosen = hidden.size === 0 || isByForm ? undefined : shown.map(({ key }) => key).join(',')
  const { running, run } = useDownload({ ...query, columns: chosen, ...(isByForm && form === '' && { sheets: 'forms' }) }, form)
  const isReady = preview.data !== undefined && !preview.isPlaceholderData && shown.length > 0
  return (
    <Dialog
      title={t('export_title')}
      size="large"
      onDismiss={running ? running.stop : onClose}
      actions={
        <>
          <Button onClick={running ? running.stop : onClose}>{t(running ? 'cancel' : 'close')}</Button>
          {(['csv', 'xlsx'] as const).map((format) => (
            <Button key={format} weight="primary" disabled={!isReady || running !== null} onClick={() => void run(format)}>
              {t('export_as', format.toUpperCase())}
            </Button>
          ))}
        </>
      }
    >
      <div className="export-choices">
        <FormChoice form={form} onChange={setForm} />
        <div className="export-days">
          <DayFilters
            filters={{ values: days, clear: () => setDays({ from: '', to: '' }), set: (name, value) => setDays((before) => ({ ...before, [name]: value })) }}
          />
        </div>
        <SelectField
          label={t('export_header')}
          name="header"
          value={header}
          onChange={setHeader}
          choices={[...LANGUAGES.map((value) => ({ value: value as string, label: languageLabel(value) })), { value: 'codes', label: t('export_codes') }]}
        />
      </div>
      <fieldset className="export-checks">
        <legend>{t('export_states')}</legend>
        {REQUEST_STATES.map((state) => (
          <CheckField
            key={state}
            label={t(`request_state_${state}`)}
            name={`state-${state}`}
            value={states.includes(state)}
            onChange={(on) => setStates(REQUEST_STATES.filter((each) => (each === state ? on : states.includes(each))))}
          />
        ))}
      </fieldset>
      {!(isByForm && form === '') && (
        <fieldset className="export-checks">
          <legend>{t('export_columns')}</legend>
          {columns.map(({ key, label }) => (
            <CheckField
              key={key}
              label={label}
              name={`column-${key}`}
              value={!hidden.has(key)}
              onChange={(on) => setHidden(new Set(on ? [...hidden].filter((each) => each !== key) : [...hidden, key]))}
            />
          ))}
        </fieldset>
      )}
      {form === '' && <CheckField label={t('export_sheets')} name="sheets" hint={t('export_hint')} value={isByForm} onChange={setIsByForm} />}
      <Preview source={preview} shown={shown.map(({ key }) => key)} />
      <p role="status">{running && t('export_running', bytesText(running.bytes, language))}</p>
    </Dialog>
  )
}

/**
 * Field in which the operator selects one form by its code or description. If it is empty, the requests of all forms
 * are exported.
 */
function FormChoice({ form, onChange }: { form: string; onChange: (form: string) => void }) {
  const { t } = useWords()
  const [typed, setTyped] = useState(form)
  const { data: forms } = useMatchingForms(typed)
  const choices =
    typed === form ? [] : (forms ?? []).map(({ code_form: value, description }) => ({ value, label: description ? `${value} (${description})` : value }))
  function choose(code: string): void {
    setTyped(code)
    onChange(code)
  }
  return (
    <Field label={t('request_form')} name="form">
      {(control) => (
        <ComboBox
          control={control}
          placeholder={t('export_all_forms')}
          emptyText={t('combo_none')}
          items={choices}
          allowsCustomValue
          value={null}
          onChange={(key) => key !== null && choose(String(key))}
          inputValue={typed}
          onInputChange={(text) => {
            setTyped(text)
            if (text === '') onChange('')
          }}
          input={{ onBlur: () => choose(forms?.find(({ code_form }) => code_form === typed.trim())?.code_form ?? form) }}
        />
      )}
    </Field>
  )
}

interface PreviewProps {
  source: { data: ExportPreview | undefined; isPending: boolean; error: Error | null; refetch: () => unknown }
  /** Keys of the columns that the operator has selected. */
  shown: readonly string[]
}

/** Preview of the export: its first rows and its total number of rows. */
function Preview({ source, shown }: PreviewProps) {
  const { t, language } = useWords()
  const messages = useMessages()
  const { data, error } = source
  if (error)
    return (
      <div className="notice notice-danger" role="alert">
        <p>{messages(error).join(' ')}</p>
        <Button onClick={() => void source.refetch()}>{t('try_again')}</Button>
      </div>
    )
  if (!data) return <p role="status">{t('loading')}</p>
  if (shown.length === 0) return <p className="fault">{t('export_no_columns')}</p>
  const columns = data.columns.flatMap(({ key, label }, at) => (shown.includes(key) ? [{ key, label, at }] : []))
  return (
    <>
      <p role="status">{data.total === 0 ? t('export_none') : t(data.more ? 'export_rows_more' : 'export_rows', data.total.toLocaleString(language))}</p>
      {data.rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll the wide table
        <section className="small-table export-preview" tabIndex={0} aria-label={t('export_preview')}>
          <table>
            <thead>
              <tr>
                {columns.map(({ key, label }) => (
                  <th key={key} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.rows.map((row) => (
                <tr key={row[0]}>
                  {columns.map(({ key, at }) => (
                    <td key={key}>{row[at]}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  )
}

interface Running {
  /** Number of bytes received so far. */
  bytes: number
  stop: () => void
}

/**
 * Returns a function that starts the download of an export, and the running download or null. If the download fails, an
 * error is shown.
 */
function useDownload(query: Readonly<Record<string, string | undefined>>, form: string) {
  const messages = useMessages()
  const [running, setRunning] = useState<Running | null>(null)
  async function run(format: 'csv' | 'xlsx'): Promise<void> {
    const stopping = new AbortController()
    const stop = () => stopping.abort()
    setRunning({ bytes: 0, stop })
    try {
      const name = `${form || 'sportello'}-${new Date().toISOString().slice(0, 10)}.${format}`
      await download(`/requests/export/${format}`, query, name, { signal: stopping.signal, onBytes: (bytes) => setRunning({ bytes, stop }) })
    } catch (error) {
      if (!stopping.signal.aborted && error instanceof Error) showErrorToast(messages(error).join(' '))
    } finally {
      setRunning(null)
    }
  }
  return { running, run }
}
