import { getRouteApi, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/** URL paths of the dashboard (administrator specification, section 2). */
export const places = {
  management: '/admin/management',
  signIn: '/admin/management/sign-in',
} as const

/** Prefix of the URL's query parameters that contain the filters of a dashboard table. */
export const FILTER = 'f.'

/** Query parameters of the dashboard's URL. */
export interface DashboardSearch {
  /** Id of the dashboard view that is shown. */
  view?: string | undefined
  /** Code of the customer whose logo the dashboard shows. */
  customer?: string | undefined
  /**
   * Code of a form. The accounts view then shows the accounts, tokens and links of this form. The forms view shows the
   * form's
   * workspace.
   */
  form?: string | undefined
  /** Selected tab of a form's workspace or of the accounts view. */
  tab?: string | undefined
  /** Ticket code of the request that is open in a dialog. */
  request?: string | undefined
  /** Code of the definition that is open in the editor. */
  definition?: string | undefined
  /** Id of the step or field that is selected in the editor. */
  node?: string | undefined
  /** Position of the preview of the draft in the editor: `beside` the open step, or `alone` without the step. */
  preview?: string | undefined
  /** `shown` if the editor shows the map of all steps. Otherwise the editor shows the outline and the open step. */
  map?: string | undefined
  /** `all` if the editor shows the comments of all steps. */
  comments?: string | undefined
  /** `all` if the editor shows the problems of the draft. */
  problems?: string | undefined
  /** Name of the `custom_loc_strings` file whose texts are edited in the view of the assets. */
  texts?: string | undefined
  /** Name of the mail template that is translated in the view of the templates. */
  translate?: string | undefined
  /** Code of the language from which a mail template is translated. */
  source?: string | undefined
  /**
   * Code of the language whose texts are translated in the editor or in the view of the templates, or edited in the view
   * of the assets; `open` for the first one.
   */
  translation?: string | undefined
  /** Column by which the table is sorted, with a leading "-" for descending order. */
  sort?: string | undefined
  [filter: `f.${string}`]: string | undefined
}

/** Query parameters that the sign-in page receives after a failed sign-in through the login provider. */
export interface SignInSearch {
  refused?: string | undefined
  away?: string | undefined
}

const DASHBOARD_KEYS = [
  'view',
  'customer',
  'form',
  'tab',
  'request',
  'definition',
  'node',
  'preview',
  'map',
  'comments',
  'problems',
  'texts',
  'translate',
  'source',
  'translation',
  'sort',
]
const SIGN_IN_KEYS = ['refused', 'away']

type RawSearch = Readonly<Record<string, unknown>>

/** Returns the query parameters that the dashboard uses; removes all others. */
export const dashboardSearch = (raw: RawSearch): DashboardSearch => textsOf(raw, (key) => DASHBOARD_KEYS.includes(key) || key.startsWith(FILTER))
export const signInSearch = (raw: RawSearch): SignInSearch => textsOf(raw, (key) => SIGN_IN_KEYS.includes(key))

function textsOf(raw: RawSearch, isKnown: (key: string) => boolean): Record<string, string> {
  return Object.fromEntries(Object.entries(raw).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && isKnown(entry[0])))
}

const management = getRouteApi(places.management)

/** Returns the parsed query parameters of the dashboard's URL. */
export const useDashboardSearch = (): DashboardSearch => management.useSearch()

/** Returns the parsed query parameters of the sign-in page's URL; an empty object on other pages. */
export const useSignInSearch = (): SignInSearch => useSearch({ strict: false, select: signInSearch, structuralSharing: true })

/**
 * Returns a function that changes the dashboard's query parameters without adding a browser history entry. The value
 * `undefined` removes a parameter.
 */
export function useChangeSearch(): (change: DashboardSearch) => void {
  const navigate = management.useNavigate()
  return useCallback((change) => void navigate({ to: '.', search: (before) => ({ ...before, ...change }), replace: true }), [navigate])
}
