import type { FormSetting } from '@sportello/contract'
import { findRoute, type Levels, logMapping } from '../../entrance/routing/queries.ts'
import { levelsWithoutPerson } from '../../entrance/routing/rules.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'

type Routed = Pick<FormSetting, 'code_form' | 'mappings'>

const levelsOf = (each: { client: string; sub_client?: string | undefined; sub_client2?: string | undefined; sub_client3?: string | undefined }): Levels => {
  const level = (text = '') => text.toLowerCase()
  return [level(each.client), level(each.sub_client), level(each.sub_client2), level(each.sub_client3)]
}

/**
 * Replaces the mappings of the imported forms. If a form occurs twice, the last occurrence applies. If another form
 * has one of these mappings, the imported form takes it over, and the log records it as modified. Mappings that the bundle no longer contains are
 * deleted (wire contract, section “Settled on 2026-11-22”).
 * @returns the imported forms whose mappings have changed
 */
export async function putMappings(db: DeploymentDb, secretKey: string, forms: readonly Routed[]): Promise<ReadonlySet<string>> {
  const routing = new Map(forms.map(({ code_form, mappings }) => [code_form, mappings.map(levelsOf)]))
  const wanted = new Map([...routing].flatMap(([form, all]) => all.map((levels) => [JSON.stringify(levels), { form, levels }] as const)))
  const present =
    routing.size === 0
      ? []
      : await db
          .selectFrom('mappings')
          .selectAll()
          .where('customer_code', 'in', [...routing.keys()])
          .execute()
  const changed = new Set<string>()
  const log = (form: string, action: 'deleted' | 'modified', levels: Levels, details = form) =>
    logMapping(db, form, { levels: levelsWithoutPerson(secretKey, levels), action, details })
  const kept = new Set<string>()
  for (const row of present) {
    const key = JSON.stringify(levelsOf(row))
    const next = wanted.get(key)
    if (next?.form === row.customer_code) kept.add(key)
    else changed.add(row.customer_code)
    if (next) continue
    await db.deleteFrom('mappings').where('customer_code', '=', row.customer_code).where('id', '=', row.id).execute()
    await log(row.customer_code, 'deleted', levelsOf(row))
  }
  for (const [key, { form, levels }] of wanted) {
    if (kept.has(key)) continue
    changed.add(form)
    const before = await findRoute(db, levels)
    if (before) await log(form, 'modified', levels, `${before.customer_code} → ${form}`)
    const [client, sub_client, sub_client2, sub_client3] = levels
    await db
      .insertInto('mappings')
      .values({ customer_code: form, client, sub_client, sub_client2, sub_client3 })
      .onConflict((conflict) => conflict.columns(['client', 'sub_client', 'sub_client2', 'sub_client3']).doUpdateSet({ customer_code: form }))
      .execute()
  }
  return changed
}
