import type { NeededRole } from '@sportello/contract'
import type { AdminPhrases } from '@sportello/phrases/admin'
import type { ComponentType } from 'react'
import { useAccount, usePermissions } from '../account.ts'
import { useDashboardSearch } from '../address.ts'
import { lazyPart } from '../ui/lazy-part.tsx'

/** Groups of the dashboard's menu, in the order in which they are shown. */
export const MENU_GROUPS = ['work', 'forms', 'people', 'system'] as const
export type MenuGroup = (typeof MENU_GROUPS)[number]

export interface View extends NeededRole {
  /** Value of the URL's query parameter `view` that opens this view. */
  id: string
  /** Name of the view. It is used as the text of the menu button, the heading and the accessible name of the table. */
  label: keyof AdminPhrases
  /** What else can be done in the view; the search of the dashboard finds the view by it too. */
  also?: keyof AdminPhrases
  /** Menu group that contains the view; null for the first view, which is above all groups. */
  group: MenuGroup | null
  /**
   * True if only operators with access to all forms can open the view, because its data are shared by all customers.
   */
  wholeDeployment?: true
  Content: ComponentType
}

/** Id of the view that opens after the sign-in and when the operator clicks the logo. */
export const HOME_VIEW = 'home'

/** View that opens if the dashboard's URL names no view (administrator specification, section 2). */
const DEFAULT_VIEW: View = {
  id: 'settings',
  label: 'view_settings',
  group: 'system',
  role: 'viewer',
  Content: lazyPart(() => import('./settings/settings-view.tsx')),
}

/** Views of the dashboard, in the order of the menu. To add a view to the dashboard, add it to this list. */
const VIEWS: readonly View[] = [
  { id: HOME_VIEW, label: 'view_home', group: null, role: 'viewer', Content: lazyPart(() => import('./home/home-view.tsx')) },
  { id: 'requests', label: 'view_requests', group: 'work', role: 'viewer', desk: 'agent', Content: lazyPart(() => import('./requests/requests-view.tsx')) },
  {
    id: 'desk',
    label: 'view_desk_figures',
    group: 'work',
    role: 'viewer',
    desk: 'supervisor',
    Content: lazyPart(() => import('./desk-figures/desk-figures-view.tsx')),
  },
  { id: 'deliveries', label: 'view_deliveries', group: 'work', role: 'viewer', Content: lazyPart(() => import('./deliveries/deliveries-view.tsx')) },
  { id: 'mails', label: 'view_mails', group: 'work', role: 'viewer', Content: lazyPart(() => import('./mails/mails-view.tsx')) },
  { id: 'forms', label: 'view_forms', group: 'forms', role: 'viewer', authoring: 'author', Content: lazyPart(() => import('./forms/forms-view.tsx')) },
  {
    id: 'definitions',
    label: 'view_definitions',
    also: 'mail_template_translations',
    group: 'forms',
    role: 'viewer',
    authoring: 'translator',
    Content: lazyPart(() => import('./definitions/definitions-view.tsx')),
  },
  {
    id: 'templates',
    label: 'view_templates',
    also: 'mail_template_translations',
    group: 'forms',
    role: 'viewer',
    Content: lazyPart(() => import('./templates/templates-view.tsx')),
  },
  { id: 'assets', label: 'view_assets', group: 'forms', role: 'viewer', Content: lazyPart(() => import('./assets/assets-view.tsx')) },
  { id: 'accounts', label: 'view_accounts', group: 'people', role: 'viewer', Content: lazyPart(() => import('./accounts/accounts-view.tsx')) },
  DEFAULT_VIEW,
  { id: 'mappings', label: 'view_mapping_log', group: 'system', role: 'viewer', Content: lazyPart(() => import('./mapping-log/mapping-log-view.tsx')) },
  {
    id: 'health',
    label: 'view_health',
    group: 'system',
    role: 'viewer',
    wholeDeployment: true,
    Content: lazyPart(() => import('./health/health-view.tsx')),
  },
  { id: 'audit', label: 'view_audit', group: 'system', role: 'operator', Content: lazyPart(() => import('./audit/audit-view.tsx')) },
  {
    id: 'operators',
    label: 'view_operators',
    group: 'system',
    role: 'owner',
    wholeDeployment: true,
    Content: lazyPart(() => import('./operators/operators-view.tsx')),
  },
]

/** Returns the views that an operator may open, in the order of the menu. */
export function useOfferedViews(): readonly View[] {
  const { may } = usePermissions()
  const account = useAccount()
  return VIEWS.filter((view) => may(view) && (!view.wholeDeployment || account?.customers === null))
}

/**
 * Returns the view that the URL names, if the operator may open it. Otherwise returns the default view, or the
 * definitions for authors and the requests for the people of the desk, who may not open the default view.
 */
export function useShownView(): View {
  const { view } = useDashboardSearch()
  const offered = useOfferedViews()
  const byId = (wanted: string | undefined) => offered.find(({ id }) => id === wanted)
  return byId(view) ?? byId(DEFAULT_VIEW.id) ?? byId('definitions') ?? byId('requests') ?? DEFAULT_VIEW
}
