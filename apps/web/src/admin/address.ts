import { getRouteApi, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/** The dashboard's own addresses (administrator specification, section 2). */
export const places = {
  management: '/admin/management',
  signIn: '/admin/management/sign-in',
} as const

/** In the query, the name of a filter follows this prefix. */
export const FILTER = 'f.'

/** The query of the dashboard. */
export interface DashboardSearch {
  /** The view that is shown, by its id. */
  view?: string | undefined
  /** The customer whose logo is shown. */
  customer?: string | undefined
  /** The form whose people are shown, by its code. */
  form?: string | undefined
  /** The request that is open, by its ticket. */
  request?: string | undefined
  /** The column that orders the list, with "-" in front if it runs downwards. */
  sort?: string | undefined
  [filter: `f.${string}`]: string | undefined
}

/** The query of the sign-in page: how an attempt through the login provider ended. */
export interface SignInSearch {
  refused?: string | undefined
  away?: string | undefined
}

const DASHBOARD_KEYS = ['view', 'customer', 'form', 'request', 'sort']
const SIGN_IN_KEYS = ['refused', 'away']

type RawSearch = Readonly<Record<string, unknown>>

/** Keeps the keys of a query that the dashboard knows. */
export const dashboardSearch = (raw: RawSearch): DashboardSearch => textsOf(raw, (key) => DASHBOARD_KEYS.includes(key) || key.startsWith(FILTER))
export const signInSearch = (raw: RawSearch): SignInSearch => textsOf(raw, (key) => SIGN_IN_KEYS.includes(key))

function textsOf(raw: RawSearch, isKnown: (key: string) => boolean): Record<string, string> {
  return Object.fromEntries(Object.entries(raw).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && isKnown(entry[0])))
}

const management = getRouteApi(places.management)

/** The query of the dashboard, as the address has it. */
export const useDashboardSearch = (): DashboardSearch => management.useSearch()

/** The query of the sign-in page; empty on other pages. */
export const useSignInSearch = (): SignInSearch => useSearch({ strict: false, select: signInSearch, structuralSharing: true })

/** Returns a function that changes keys of the dashboard's query without a step in the history; `undefined` removes a key. */
export function useChangeSearch(): (change: DashboardSearch) => void {
  const navigate = management.useNavigate()
  return useCallback((change) => void navigate({ to: '.', search: (before) => ({ ...before, ...change }), replace: true }), [navigate])
}
