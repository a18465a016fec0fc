import type { AssetKind, ListedAsset } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { audit } from '../../management/audit.ts'
import { managed } from '../../management/calls.ts'
import { withinReach } from '../../management/reach.ts'
import { requireVersion } from '../../management/versions.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import { ApiError, apiError } from '../../platform/http/api-error.ts'
import { inputError } from '../../platform/http/input-errors.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { type AssetUses, usesOfAssets } from './asset-uses.ts'
import { assetHash, assetTypeOf, decodeDataUrl } from './rules.ts'

/**
 * Registers the endpoints by which operators manage a deployment's logos, favicons, backgrounds and phrases
 * (administrator specification, section 3: “Fixed asset lists”).
 */
export function managedAssets(app: FastifyInstance, services: PlatformServices): void {
  const { kysely } = services.database

  managed(app, endpoints.listAssets, ({ query: { kind }, operator }) =>
    withinReach(kysely, operator, async (db) => {
      const rows = await assets(db)
        .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
        .orderBy('kind')
        .orderBy('name')
        .execute()
      const uses = await usesOfAssets(db)
      return rows.map((row) => listed(row, uses.get(`${row.kind}/${row.name}`)))
    }),
  )

  managed(app, endpoints.getAssetTexts, ({ params: { kind, name }, operator }) =>
    withinReach(kysely, operator, async (db) => {
      if (kind !== 'custom_loc_strings') throw apiError('http_not_found')
      const row = await one(db, kind, name).select('content').executeTakeFirst()
      if (!row) throw apiError('http_not_found')
      const { content, ...asset } = row
      const uses = (await usesOfAssets(db)).get(`${kind}/${name}`)
      return { ...listed(asset, uses), texts: JSON.parse(content.toString('utf8')) as Record<string, string> }
    }),
  )

  managed(app, endpoints.addAsset, ({ body: { kind, name, data_url }, operator }) =>
    withinReach(kysely, operator, async (db) => {
      const values = readAsset(kind, data_url)
      const row = await db
        .insertInto('assets')
        .values({ kind, name, ...values })
        .onConflict((conflict) => conflict.doNothing())
        .returning('name')
        .executeTakeFirst()
      if (!row) throw apiError('forms_mgmt0003', [], 'name')
      await audit(db, operator, { action: 'asset.add', subject: `${kind}/${name}`, after: audited(values) })
      return read(db, kind, name)
    }),
  )

  managed(app, endpoints.replaceAsset, ({ params: { kind, name }, body, operator, request }) =>
    withinReach(kysely, operator, async (db) => {
      const before = await one(db, kind, name).forUpdate().executeTakeFirst()
      if (!before) throw apiError('http_not_found')
      requireVersion(request, before.version)
      const values = readAsset(kind, body.data_url)
      await db.updateTable('assets').set(values).where('kind', '=', kind).where('name', '=', name).execute()
      await audit(db, operator, { action: 'asset.edit', subject: `${kind}/${name}`, before: seen(before), after: audited(values) })
      return read(db, kind, name)
    }),
  )

  managed(app, endpoints.deleteAsset, ({ params: { kind, name }, operator, request }) =>
    withinReach(kysely, operator, async (db) => {
      const before = await one(db, kind, name).forUpdate().executeTakeFirst()
      if (!before) throw apiError('forms_mgmt0002')
      requireVersion(request, before.version)
      const uses = (await usesOfAssets(db)).get(`${kind}/${name}`)
      // Rejects the deletion of an asset that a form uses, because the form would lose its picture
      // (docs/decisions/0021).
      if (uses) throw new ApiError([{ code: 'forms_mgmt0002', params: uses.used_by }], { status: 409 })
      await db.deleteFrom('assets').where('kind', '=', kind).where('name', '=', name).execute()
      await audit(db, operator, { action: 'asset.delete', subject: `${kind}/${name}`, before: seen(before) })
      return {}
    }),
  )
}

const assets = (db: DeploymentDb) =>
  db
    .selectFrom('assets')
    .select(['kind', 'name', 'media_type', 'content_hash'])
    .select([sql<number>`octet_length(content)`.as('bytes'), sql<string>`assets.xmin::text`.as('version')])
    .$narrowType<{ kind: AssetKind }>()

const one = (db: DeploymentDb, kind: AssetKind, name: string) => assets(db).where('kind', '=', kind).where('name', '=', name)

type Row = Awaited<ReturnType<ReturnType<typeof assets>['execute']>>[number]

async function read(db: DeploymentDb, kind: AssetKind, name: string): Promise<ListedAsset> {
  return listed(await one(db, kind, name).executeTakeFirstOrThrow(), (await usesOfAssets(db)).get(`${kind}/${name}`))
}

function listed({ content_hash, ...asset }: Row, { uses, used_by }: AssetUses = { uses: 0, used_by: [] }): ListedAsset {
  const url = asset.kind === 'custom_loc_strings' ? null : `/assets/customer/${content_hash}/${asset.name}`
  return { ...asset, url, uses, used_by }
}

interface Content {
  media_type: string
  content: Buffer
  content_hash: string
}

/** Returns how the audit log describes an asset: its media type, size and hash instead of its content. */
const audited = ({ media_type, content, content_hash }: Content) => ({ media_type, bytes: content.length, content_hash })
const seen = ({ media_type, bytes, content_hash }: Row) => ({ media_type, bytes, content_hash })

/** Decodes an uploaded asset and checks its type. @throws ApiError forms_mgmt0001. */
function readAsset(kind: AssetKind, dataUrl: string): Content {
  try {
    const content = decodeDataUrl(dataUrl)
    return { content, media_type: assetTypeOf(kind, content), content_hash: assetHash(content) }
  } catch {
    throw inputError('data_url', 'format')
  }
}
