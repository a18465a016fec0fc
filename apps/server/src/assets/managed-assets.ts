import type { ListedAsset } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { fault } from '../http/fault.ts'
import { audit, managed, withinReach } from '../operators/rules.ts'
import type { Services } from '../services.ts'
import { assetHash, assetTypeOf, decodeDataUrl } from './rules.ts'

/** What forms may name as their logo, favicon, background and texts (administrator specification, section 3: "Fixed asset lists"). */
export function managedAssets(app: FastifyInstance, services: Services): void {
  const { kysely } = services.database

  managed(app, endpoints.listAssets, ({ query: { kind }, operator }) =>
    withinReach(kysely, operator, async (db) => {
      const rows = await db
        .selectFrom('assets')
        .select(['kind', 'name', 'content_hash'])
        .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
        .orderBy('kind')
        .orderBy('name')
        .execute()
      return rows.map(({ content_hash, ...asset }) => listed(asset as Named, content_hash))
    }),
  )

  managed(app, endpoints.addAsset, ({ body: { kind, name, data_url }, operator }) =>
    withinReach(kysely, operator, async (db) => {
      const { content, media_type } = readAsset(kind, data_url)
      const row = await db
        .insertInto('assets')
        .values({ kind, name, media_type, content, content_hash: assetHash(content) })
        .onConflict((conflict) => conflict.doNothing())
        .returning('content_hash')
        .executeTakeFirst()
      if (!row) throw fault('forms_mgmt0003', [], 'name')
      await audit(db, operator, { action: 'asset.add', subject: `${kind}/${name}`, after: { kind, name, media_type } })
      return listed({ kind, name }, row.content_hash)
    }),
  )
}

type Named = Pick<ListedAsset, 'kind' | 'name'>

function listed({ kind, name }: Named, hash: string): ListedAsset {
  return { kind, name, url: kind === 'custom_loc_strings' ? null : `/assets/customer/${hash}/${name}` }
}

/** @throws Fault forms_mgmt0001. */
function readAsset(kind: ListedAsset['kind'], dataUrl: string): { content: Buffer; media_type: string } {
  try {
    const content = decodeDataUrl(dataUrl)
    return { content, media_type: assetTypeOf(kind, content) }
  } catch {
    throw fault('forms_mgmt0001', [], 'data_url')
  }
}
