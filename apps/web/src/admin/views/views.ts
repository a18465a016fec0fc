import type { OperatorRole } from '@sportello/contract'
import type { AdminPhrases } from '@sportello/phrases/admin'
import type { ComponentType } from 'react'
import { lazyPart } from '../ui/lazy-part.tsx'

export interface View {
  /** Value of the query parameter `view` that opens this dashboard view. */
  id: string
  /** Name of the dashboard view: the text of its menu button, its heading and the accessible name of its table. */
  label: keyof AdminPhrases
  /** Lowest operator role that may open the dashboard view. */
  role: OperatorRole
  /** Whether only operators with access to all forms see the view, because the view shows data that all customers share. */
  wholeDeployment?: true
  Content: ComponentType
}

/**
 * Views of the dashboard in the order of the menu on the left; the first view is the default (administrator
 * specification, section 2). To add a view, add a line here.
 */
export const VIEWS: readonly [View, ...View[]] = [
  { id: 'settings', label: 'view_settings', role: 'viewer', Content: lazyPart(() => import('./settings/settings-view.tsx')) },
  { id: 'forms', label: 'view_forms', role: 'viewer', Content: lazyPart(() => import('./forms/forms-view.tsx')) },
  { id: 'mappings', label: 'view_mapping_log', role: 'viewer', Content: lazyPart(() => import('./mapping-log/mapping-log-view.tsx')) },
  { id: 'requests', label: 'view_requests', role: 'viewer', Content: lazyPart(() => import('./requests/requests-view.tsx')) },
  { id: 'deliveries', label: 'view_deliveries', role: 'viewer', Content: lazyPart(() => import('./deliveries/deliveries-view.tsx')) },
  { id: 'mails', label: 'view_mails', role: 'viewer', Content: lazyPart(() => import('./mails/mails-view.tsx')) },
  { id: 'templates', label: 'view_templates', role: 'viewer', Content: lazyPart(() => import('./templates/templates-view.tsx')) },
  { id: 'accounts', label: 'view_accounts', role: 'viewer', Content: lazyPart(() => import('./accounts/accounts-view.tsx')) },
  { id: 'assets', label: 'view_assets', role: 'viewer', Content: lazyPart(() => import('./assets/assets-view.tsx')) },
  {
    id: 'definitions',
    label: 'view_definitions',
    role: 'viewer',
    wholeDeployment: true,
    Content: lazyPart(() => import('./definitions/definitions-view.tsx')),
  },
  { id: 'health', label: 'view_health', role: 'viewer', wholeDeployment: true, Content: lazyPart(() => import('./health/health-view.tsx')) },
  { id: 'audit', label: 'view_audit', role: 'operator', Content: lazyPart(() => import('./audit/audit-view.tsx')) },
  { id: 'operators', label: 'view_operators', role: 'owner', wholeDeployment: true, Content: lazyPart(() => import('./operators/operators-view.tsx')) },
]
