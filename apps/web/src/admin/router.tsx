import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { type DashboardSearch, dashboardSearch, places, signInSearch } from './address.ts'
import { SignInPage } from './session/sign-in-page.tsx'
import { Dashboard, NotFound } from './shell/dashboard.tsx'
import { PartFailure } from './ui/lazy-part.tsx'

const root = createRootRoute({ notFoundComponent: NotFound })
const management = createRoute({ getParentRoute: () => root, path: places.management, validateSearch: dashboardSearch, component: Dashboard })
const signIn = createRoute({ getParentRoute: () => root, path: places.signIn, validateSearch: signInSearch, component: SignInPage })

export const router = createRouter({
  routeTree: root.addChildren([management, signIn]),
  trailingSlash: 'never',
  defaultErrorComponent: () => <PartFailure />,
  // Parses every query parameter as plain text. The router's default is JSON, which would turn a filter that consists
  // of digits into a number.
  parseSearch: (query) => Object.fromEntries(new URLSearchParams(query)),
  stringifySearch(search) {
    const query = new URLSearchParams(Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string')).toString()
    return query === '' ? '' : `?${query}`
  },
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface HistoryState {
    /**
     * True if the dashboard added this browser history entry when it opened a dialog. The browser's Back button then
     * closes the dialog.
     */
    isDialogStep?: boolean
    /** Query parameters of the dashboard's page that an operator wanted to open before signing in. */
    wanted?: DashboardSearch
  }
}
