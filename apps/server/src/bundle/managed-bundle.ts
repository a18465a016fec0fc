import { Readable } from 'node:stream'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { settingOf } from '../customers/queries.ts'
import { withoutSecrets, withStoredSecrets } from '../customers/rules.ts'
import { fault } from '../http/fault.ts'
import { audit, managed, managedFile, withinReach } from '../operators/rules.ts'
import type { Services } from '../services.ts'
import { bundleFault } from './bundle-fault.ts'
import { exportBundle } from './export-bundle.ts'
import { BundleRefused, importBundle } from './import-bundle.ts'
import { readBundle } from './read-bundle.ts'

/** Whole bundles in and out, by owners: what the command line does, without its files. */
export function managedBundle(app: FastifyInstance, services: Services): void {
  const { kysely, jobs } = services.database

  managed(app, endpoints.importManagedBundle, async ({ body, operator }) => {
    if (namesFiles(body)) throw bundleFault([{ pointer: '/assets', message: 'must be data URLs here: there is no folder beside it' }])
    const { bundle, faults } = await readBundle(body, '/nonexistent')
    if (!bundle) throw bundleFault(faults)
    const stored = await withinReach(jobs, operator, (db) => db.selectFrom('customers').selectAll().execute())
    const settings = new Map(stored.map((row) => [row.customer_code, settingOf(row)]))
    const forms = bundle.forms.map((form) => withStoredSecrets(form, settings.get(form.code_form)))
    const lines = await importBundle(jobs, { ...bundle, forms }, services.config).catch((error: unknown) => {
      throw error instanceof BundleRefused ? bundleFault(error.faults) : error
    })
    await withinReach(kysely, operator, (db) =>
      audit(db, operator, { action: 'bundle.import', subject: '*', after: lines.filter(({ change }) => change !== 'left') }),
    )
    return lines
  })

  managedFile(app, endpoints.exportManagedBundle, async ({ query, operator }) => {
    const codes = (query.forms ?? '').split(',').filter(Boolean)
    const bundle = await exportBundle(jobs, codes).catch(() => {
      throw fault('forms_mgmt0001', [], 'forms')
    })
    const bare = {
      ...bundle,
      forms: bundle.forms.map((form) => withoutSecrets(form).setting),
      definitions: bundle.definitions.map((each) => ({
        ...each,
        form_params: withoutSecrets({ params: each.form_params, liveChatParams: {} }).setting.params,
      })),
    }
    await withinReach(kysely, operator, (db) => audit(db, operator, { action: 'bundle.export', subject: codes.join(',') || '*' }))
    return { name: 'sportello.json', mediaType: 'application/json', content: Readable.from([JSON.stringify(bare, null, 2)]) }
  })
}

function namesFiles(body: Record<string, unknown>): boolean {
  return Array.isArray(body.assets) && body.assets.some((asset: unknown) => typeof asset === 'object' && asset !== null && 'file' in asset)
}
