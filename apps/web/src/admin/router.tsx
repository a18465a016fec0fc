import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { dashboardSearch, places, signInSearch } from './address.ts'
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
  // Query parameters are parsed as plain texts, because the router's default, JSON, would turn a filter of digits into
  // a number.
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
     * Whether the dashboard added the browser's history entry when it opened a dialog; the browser's Back button then
     * closes the dialog.
     */
    isDialogStep?: boolean
  }
}
