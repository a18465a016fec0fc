import { textSetting } from '@sportello/contract'
import type { RequestServices } from '../../requests/requests/services.ts'
import { bundleFault } from './bundle-fault.ts'
import type { ImportLine } from './import-bundle.ts'

/** Returns whether the deployment asks for a second person for each publication. */
export async function needsApproval({ catalog }: Pick<RequestServices, 'catalog'>): Promise<boolean> {
  return textSetting(await catalog.settings(), 'publication_approval') === 'true'
}

/**
 * Rejects an import that would publish definitions without the second person.
 * @throws ApiError with the name of each definition
 */
export function rejectPublications(lines: readonly ImportLine[]): void {
  const published = lines.filter(({ kind, change }) => kind === 'definition' && change !== 'left')
  if (published.length === 0) return
  throw bundleFault(published.map(({ name }) => ({ pointer: `/definitions/${name}`, message: 'needs a second person', reason: ['needs_approval'] as const })))
}
