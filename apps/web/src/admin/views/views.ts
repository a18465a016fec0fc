import type { OperatorRole } from '@sportello/contract'
import type { AdminPhrases } from '@sportello/phrases/admin'
import { type ComponentType, lazy } from 'react'

export interface View {
  /** In the address: `?view=`. */
  id: string
  /** Its name: on its button, over it, of its table. */
  label: keyof AdminPhrases
  /** What an operator must at least be to see it. */
  role: OperatorRole
  /** Whether it is about what all customers share, so for operators of the whole deployment only. */
  wholeDeployment?: true
  Content: ComponentType
}

/** The views of the dashboard, as they stand in the left column; the first is shown by default (administrator specification, section 2). A new one is a line here. */
export const VIEWS: readonly [View, ...View[]] = [
  { id: 'settings', label: 'view_settings', role: 'viewer', Content: lazy(() => import('./settings/settings-view.tsx')) },
  { id: 'forms', label: 'view_forms', role: 'viewer', Content: lazy(() => import('./forms/forms-view.tsx')) },
  { id: 'mappings', label: 'view_mapping_log', role: 'viewer', Content: lazy(() => import('./mapping-log/mapping-log-view.tsx')) },
  { id: 'requests', label: 'view_requests', role: 'viewer', Content: lazy(() => import('./requests/requests-view.tsx')) },
  { id: 'deliveries', label: 'view_deliveries', role: 'viewer', Content: lazy(() => import('./deliveries/deliveries-view.tsx')) },
  { id: 'mails', label: 'view_mails', role: 'viewer', Content: lazy(() => import('./mails/mails-view.tsx')) },
  { id: 'templates', label: 'view_templates', role: 'viewer', Content: lazy(() => import('./templates/templates-view.tsx')) },
  { id: 'accounts', label: 'view_accounts', role: 'viewer', Content: lazy(() => import('./accounts/accounts-view.tsx')) },
  { id: 'assets', label: 'view_assets', role: 'viewer', Content: lazy(() => import('./assets/assets-view.tsx')) },
  { id: 'definitions', label: 'view_definitions', role: 'viewer', wholeDeployment: true, Content: lazy(() => import('./definitions/definitions-view.tsx')) },
  { id: 'health', label: 'view_health', role: 'viewer', wholeDeployment: true, Content: lazy(() => import('./health/health-view.tsx')) },
  { id: 'audit', label: 'view_audit', role: 'operator', Content: lazy(() => import('./audit/audit-view.tsx')) },
  { id: 'operators', label: 'view_operators', role: 'owner', wholeDeployment: true, Content: lazy(() => import('./operators/operators-view.tsx')) },
]
