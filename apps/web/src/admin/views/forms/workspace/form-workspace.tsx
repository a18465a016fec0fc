import type { ShownForm } from '@sportello/contract'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { CallError } from '../../../../shared/call-error.ts'
import { Button } from '../../../../shared/ui/button.tsx'
import { usePermissions } from '../../../account.ts'
import { type DashboardSearch, places } from '../../../address.ts'
import { manage } from '../../../call.ts'
import { useRecentForms } from '../../../recent-forms.ts'
import { EditBody } from '../../../ui/edit-body.tsx'
import { Loading, lazyPart } from '../../../ui/lazy-part.tsx'
import { type Tab, Tabs } from '../../../ui/tabs.tsx'
import { useMessages } from '../../../ui/use-messages.ts'
import { useTabAddress } from '../../../ui/use-tab-address.ts'
import { useWords } from '../../../words.tsx'
import { EditorWordsProvider } from '../../editor/editor-words.tsx'
import { formPath, useForm, useRefresh, useTags } from '../form-calls.ts'
import { isComplete, sentOf } from '../form-draft.ts'
import { useFormDraft } from '../use-form-draft.ts'
import { useFormImpact } from '../use-form-impact.ts'
import { AccessTab } from './access-tab.tsx'
import { DestinationsTab, LiveChatTab, LookTab } from './draft-tabs.tsx'
import { MailTab } from './mail-tab.tsx'
import { RequestsTab, RoutingTab, VersionsTab, VisitTab } from './other-tabs.tsx'
import { Overview } from './overview.tsx'
import { StatementsTab } from './statements-tab.tsx'
import { WorkspaceHeader } from './workspace-header.tsx'
import './workspace.css'

/** The charts are loaded only when they are shown. */
const Visits = lazyPart(() => import('../../visits/visits.tsx'), { fallback: <Loading /> })

/** Workspace of one form. It shows the form's state and public URL, and has tabs for all its settings and data. */
export default function FormWorkspace({ code }: { code: string }) {
  const { t } = useWords()
  const messages = useMessages()
  const form = useForm(code)
  const { addRecent } = useRecentForms()
  const found = form.data?.code_form
  const remember = useRef(addRecent)
  useEffect(() => {
    remember.current = addRecent
  })
  useEffect(() => {
    if (found !== undefined) remember.current(found)
  }, [found])
  const isMissing = form.error instanceof CallError && (form.error.status === 404 || form.error.status === 400)
  return (
    <div className="workspace">
      <Link to={places.management} search={({ customer }) => ({ view: 'forms', customer })}>
        ← {t('ws_back')}
      </Link>
      {form.data ? (
        <EditorWordsProvider>
          <Loaded key={form.data.id} stored={form.data} reload={async () => (await form.refetch({ throwOnError: true })).data} />
        </EditorWordsProvider>
      ) : form.error ? (
        <div className="notice notice-warning" role="alert">
          {isMissing ? <p>{t('ws_missing', code)}</p> : messages(form.error).map((message) => <p key={message}>{message}</p>)}
          {!isMissing && <Button onClick={() => void form.refetch()}>{t('try_again')}</Button>}
        </div>
      ) : (
        <Loading />
      )}
    </div>
  )
}

interface LoadedProps {
  stored: ShownForm
  reload: () => Promise<ShownForm | undefined>
}

/**
 * Moves the focus to the selected tab. After saving, the save button that the operator pressed is disabled and cannot
 * keep the focus.
 */
const focusTab = () => document.querySelector<HTMLElement>('.workspace [role="tab"][aria-selected="true"]')?.focus()

/**
 * Returns a function that checks whether a URL shows the workspace of the same form. If so, unsaved changes are not
 * lost when
 * the operator follows the URL.
 */
const isWorkspaceOf = (code: string) => (next: DashboardSearch) => next.view === 'forms' && next.form === code

function Loaded({ stored, reload }: LoadedProps) {
  const { t } = useWords()
  const may = usePermissions()
  const refresh = useRefresh()
  const impact = useFormImpact()
  const { edited, draft, change, seen = stored, follow, reset } = useFormDraft(stored, 'edit')
  const { data: tags } = useTags()
  const { isDirty } = edited.formState
  // If the form was saved elsewhere, for example in the modal, the newer stored version replaces the draft, unless the
  // draft has unsaved changes.
  const isOutdated = !isDirty && stored.version !== seen.version
  useEffect(() => {
    if (isOutdated) reset(stored)
  })
  const form = seen
  const tag = tags?.find(({ value }) => value === form.code_tag)
  const common = { draft, change, secrets: form.secrets }
  const readOnly = !may.change
  const seesRequests = may.is('viewer')
  const offered: (Tab | false)[] = [
    { key: 'overview', label: t('ws_overview'), fields: [], content: <Overview form={form} tag={tag} seesRequests={seesRequests} /> },
    {
      key: 'look',
      label: t('ws_look'),
      fields: ['params', 'logoParams', 'templateParams'],
      content: <LookTab {...{ common, tag, readOnly }} />,
    },
    {
      key: 'access',
      label: t('ws_access'),
      fields: ['params.sso_secret_aes', 'params.captcha', 'params.always_captcha', 'survey_no_recompile'],
      content: <AccessTab {...{ common, tag, readOnly, form }} />,
    },
    {
      key: 'statements',
      label: t('ws_statements'),
      fields: ['params.accessibility', 'params.privacy'],
      content: <StatementsTab {...{ common, tag, readOnly }} />,
    },
    { key: 'mail', label: t('ws_mail'), fields: [], content: <MailTab form={form} tag={tag} seesMails={seesRequests} /> },
    {
      key: 'destinations',
      label: t('destinations'),
      fields: ['params.destination'],
      content: <DestinationsTab {...{ common, readOnly, form }} />,
    },
    { key: 'chat', label: 'Live Chat', fields: ['liveChatParams'], content: <LiveChatTab {...{ common, readOnly }} /> },
    { key: 'routing', label: t('routing'), fields: [], content: <RoutingTab form={form} /> },
    may.change && { key: 'visit', label: t('visit'), fields: [], content: <VisitTab form={form} /> },
    { key: 'visits', label: t('ws_visits'), fields: [], content: <Visits form={form.code_form} /> },
    seesRequests && { key: 'requests', label: t('view_requests'), fields: [], content: <RequestsTab form={form} /> },
    { key: 'versions', label: t('definition_versions'), fields: [], content: <VersionsTab form={form} /> },
  ]
  const tabs = offered.filter((tab) => tab !== false)
  const address = useTabAddress(tabs.map(({ key }) => key))
  const hasFields = tabs.some(({ key, fields }) => key === address.selected && fields.length > 0)

  async function save(): Promise<void> {
    const saved = await manage<ShownForm>('PUT', formPath(form.id), { body: sentOf(draft), version: form.version })
    reset(saved)
    await refresh('forms', 'form')
  }
  return (
    <>
      <WorkspaceHeader form={form} isChanged={isDirty} />
      <EditBody
        title={t('form_title_edit', form.code_form)}
        form={edited}
        disabled={!isComplete(draft)}
        save={save}
        impact={() => impact(form, draft)}
        done={t('saved', form.code_form)}
        cancelLabel={t('ws_reset')}
        reload={async () => ({ subject: form.code_form, before: form, now: follow(await reload()) })}
        page={{ hasActions: may.change && (hasFields || isDirty), keeps: isWorkspaceOf(form.code_form) }}
        onClose={() => {
          if (edited.formState.isDirty) reset(form)
          focusTab()
        }}
        frame={(content) => content}
      >
        <Tabs label={t('form_tabs')} tabs={tabs} {...address} />
      </EditBody>
    </>
  )
}
