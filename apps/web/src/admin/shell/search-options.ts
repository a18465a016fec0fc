import type { Found, ListedSetting } from '@sportello/contract'
import { SYSTEM_SETTINGS } from '@sportello/contract'
import type { AdminPhrases } from '@sportello/phrases/admin'
import { useQueryClient } from '@tanstack/react-query'
import { usePermissions } from '../account.ts'
import type { DashboardSearch } from '../address.ts'
import { useRecentForms } from '../recent-forms.ts'
import { useSettingDescription } from '../views/settings/known-setting.ts'
import { useOfferedViews } from '../views/views.ts'
import { useWords } from '../words.tsx'

/** Actions that the search of the dashboard offers; each value is the key of the phrase that names the action. */
const SEARCHED_ACTIONS = ['person_title', 'own_password', 'authenticator', 'passkeys', 'own_sessions', 'leave'] as const
export type SearchedAction = (typeof SEARCHED_ACTIONS)[number]

/** A result in the dashboard's search dialog: the displayed text, and the object or action that the result opens. */
export interface SearchOption {
  id: string
  label: string
  hint?: string
  /** Further words by which the result is found. They are not displayed. */
  words?: string
  opens: { search: DashboardSearch } | { action: SearchedAction }
  /** Code of the form that the search result opens. */
  form?: string
}

export interface SearchGroup {
  id: string
  label: keyof AdminPhrases
  options: SearchOption[]
}

/**
 * The browser finds some search results without the server, in several groups. It shows at most this many of each
 * group.
 */
const SHOWN = 5

/**
 * Returns a function that lists the search results for a text, in groups. The server searches requests, e-mail
 * addresses, forms and definitions; the browser searches sections, actions and settings. If the text is empty, the
 * function lists the recently opened forms and the sections.
 */
export function useSearchGroups(): (text: string, found: Found | undefined) => SearchGroup[] {
  const { t, language } = useWords()
  const may = usePermissions()
  const views = useOfferedViews()
  const { recent } = useRecentForms()
  const describe = useSettingDescription()
  const set = useQueryClient().getQueryData<ListedSetting[]>(['settings']) ?? []

  const sections = views.map(
    ({ id, label, also }): SearchOption => ({ id: `view-${id}`, label: t(label), ...(also && { words: t(also) }), opens: { search: { view: id } } }),
  )
  const actions = SEARCHED_ACTIONS.filter((action) => action !== 'person_title' || may.change).map(
    (action): SearchOption => ({ id: `action-${action}`, label: t(action), opens: { action } }),
  )
  const settings = [...new Set([...set.map(({ code }) => code), ...Object.keys(SYSTEM_SETTINGS)])].map((code): SearchOption => {
    const meaning = describe(code)?.meaning
    return { id: `setting-${code}`, label: code, ...(meaning !== undefined && { hint: meaning }), opens: { search: { view: 'settings', 'f.code': code } } }
  })
  const formOption = (code: string, description = ''): SearchOption => ({
    id: `form-${code}`,
    label: description || code,
    ...(description && { hint: code }),
    opens: { search: { view: 'forms', form: code } },
    form: code,
  })

  return (text, found) => {
    const wanted = text.trim().toLocaleLowerCase(language)
    if (wanted === '')
      return withOptions([
        { id: 'recent', label: 'home_recent', options: recent.map((code) => formOption(code)) },
        { id: 'sections', label: 'sections', options: sections },
      ])
    const matching = (options: readonly SearchOption[]) =>
      options.filter(({ label, hint = '', words = '' }) => `${label} ${hint} ${words}`.toLocaleLowerCase(language).includes(wanted)).slice(0, SHOWN)
    return withOptions([
      {
        id: 'requests',
        label: 'view_requests',
        options: (found?.requests ?? []).map(({ ticket, form, state }) => ({
          id: `request-${ticket}`,
          label: ticket,
          hint: `${form}, ${t(`request_state_${state}`)}`,
          opens: { search: { view: 'requests', request: ticket } },
        })),
      },
      {
        id: 'mailboxes',
        label: 'search_mailboxes',
        options: (found?.mailboxes ?? []).map(({ email, forms }) => ({
          id: `mailbox-${email}`,
          label: email,
          hint: forms.join(', '),
          opens: { search: { view: 'requests', 'f.email': email } },
        })),
      },
      { id: 'forms', label: 'group_forms', options: (found?.forms ?? []).map(({ code_form, description }) => formOption(code_form, description)) },
      {
        id: 'definitions',
        label: 'view_definitions',
        options: (found?.definitions ?? []).map(({ code_tag, description }) => ({
          id: `definition-${code_tag}`,
          label: description || code_tag,
          ...(description && { hint: code_tag }),
          opens: { search: { view: 'definitions', definition: code_tag } },
        })),
      },
      { id: 'sections', label: 'sections', options: matching(sections) },
      { id: 'actions', label: 'actions', options: matching(actions) },
      { id: 'settings', label: 'view_settings', options: matching(settings) },
    ])
  }
}

const withOptions = (groups: SearchGroup[]) => groups.filter(({ options }) => options.length > 0)
