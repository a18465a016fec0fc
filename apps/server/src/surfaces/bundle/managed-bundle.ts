import { Readable } from 'node:stream'
import type { Bundle, Integration } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { settingOf } from '../../catalogue/customers/queries.ts'
import { withoutSecrets, withStoredSecrets } from '../../catalogue/customers/rules.ts'
import { withoutHeaderValues, withStoredHeaders } from '../../catalogue/integrations/rules.ts'
import { audit } from '../../management/audit.ts'
import { managed, managedFile } from '../../management/calls.ts'
import { withinReach } from '../../management/reach.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { bundleFault } from './bundle-fault.ts'
import { bareDefinition, withSecretsOf } from './definition-secrets.ts'
import { exportBundle, liveDefinitions } from './export-bundle.ts'
import { BundleRejected, type ImportLine, importBundle } from './import-bundle.ts'
import { readBundle } from './read-bundle.ts'
import { referenceFaults } from './references.ts'
import { needsApproval, rejectPublications } from './second-person.ts'

/**
 * Registers the endpoints that import and export whole bundles. Owners use them instead of the commands `import` and
 * `export`.
 */
export function managedBundle(app: FastifyInstance, services: RequestServices): void {
  const { kysely, jobs } = services.database

  managed(app, endpoints.importManagedBundle, async ({ body, operator }) => {
    if (namesFiles(body)) throw bundleFault([{ pointer: '/assets', message: 'must be data URLs here: there is no folder beside it' }])
    const { bundle, faults } = await readBundle(body, '/nonexistent')
    if (!bundle) {
      const references = await withinReach(jobs, operator, (db) => referenceFaults(db, services.config.serviceName, [body]))
      throw bundleFault([...faults, ...references])
    }
    const whole = await withinReach(jobs, operator, (db) => withStored(db, bundle))
    const isApproved = !(await needsApproval(services))
    const lines = await importBundle(jobs, whole, services.config, { judge: isApproved ? undefined : rejectPublications }).catch((error: unknown) => {
      throw error instanceof BundleRejected ? bundleFault(error.faults) : error
    })
    await withinReach(kysely, operator, (db) => audit(db, operator, { action: 'bundle.import', subject: '*', after: audited(lines) }))
    return lines
  })

  managedFile(app, endpoints.exportManagedBundle, async ({ query, operator }) => {
    const codes = (query.forms ?? '').split(',').filter(Boolean)
    const bundle = await exportBundle(jobs, codes).catch(() => {
      throw apiError('forms_mgmt0001', [], 'forms')
    })
    const bare = {
      ...bundle,
      forms: bundle.forms.map((form) => withoutSecrets(form).setting),
      integrations: bundle.integrations.map(withoutHeaderValues),
      definitions: bundle.definitions.map(bareDefinition),
    }
    await withinReach(kysely, operator, (db) => audit(db, operator, { action: 'bundle.export', subject: codes.join(',') || '*' }))
    return { name: 'sportello.json', mediaType: 'application/json', content: Readable.from([JSON.stringify(bare, null, 2)]) }
  })
}

/**
 * Returns the entries for the audit log about an import. For accounts and tokens, an entry contains only their number
 * per
 * form, because their names identify people.
 */
function audited(lines: readonly ImportLine[]): object[] {
  const changed = lines.filter(({ change }) => change !== 'left')
  const people = Map.groupBy(
    changed.filter(({ kind }) => PEOPLE.has(kind)).map(({ name, ...line }) => ({ ...line, name: name.split('/')[0] ?? '' })),
    (line) => JSON.stringify(line),
  )
  return [
    ...changed.filter(({ kind }) => !PEOPLE.has(kind)),
    ...[...people.values()].flatMap((group) => group.slice(0, 1).map((line) => ({ ...line, count: group.length }))),
  ]
}

const PEOPLE: ReadonlySet<ImportLine['kind']> = new Set(['account', 'token'])

/**
 * Adds the stored secrets to a bundle that an operator sends without them.
 * @throws ApiError like `withStoredSecrets`
 */
async function withStored(db: DeploymentDb, bundle: Bundle): Promise<Bundle> {
  const customers = await db.selectFrom('customers').selectAll().execute()
  const settings = new Map(customers.map((row) => [row.customer_code, settingOf(row)]))
  const services = await db.selectFrom('integrations').selectAll().execute()
  const integrations = new Map(services.map(({ service, document }) => [service, document as unknown as Integration]))
  const live = new Map(
    (
      await liveDefinitions(
        db,
        bundle.definitions.map(({ code_tag }) => code_tag),
      )
    ).map((each) => [each.code_tag, each]),
  )
  return {
    ...bundle,
    forms: bundle.forms.map((form, at) => withStoredSecrets(form, settings.get(form.code_form), `/forms/${at}/params`)),
    definitions: bundle.definitions.map((each, at) => withSecretsOf(each, live.get(each.code_tag), `/definitions/${at}/form_params`)),
    integrations: bundle.integrations.map((each) => withStoredHeaders(each, integrations.get(each.service))),
  }
}

function namesFiles(body: Record<string, unknown>): boolean {
  return Array.isArray(body.assets) && body.assets.some((asset: unknown) => typeof asset === 'object' && asset !== null && 'file' in asset)
}
