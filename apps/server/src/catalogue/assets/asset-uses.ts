import { sql } from 'kysely'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'

/** If at most this many forms use a picture, the dashboard lists their names. Otherwise it shows only their number. */
const NAMED = 20

export interface AssetUses {
  uses: number
  used_by: string[]
}

/**
 * Returns, for each asset (`kind/name`), the forms that use the asset. Includes only forms that the operator may
 * manage. A
 * form uses an asset in a parameter of the form or of its definition, as a logo, or as a picture of its template
 * (administrator specification, section 2: “Form tab”, “Loghi tab”, “Template tab”).
 */
export async function usesOfAssets(db: DeploymentDb): Promise<Map<string, AssetUses>> {
  const { rows } = await sql<{ asset: string; uses: number; used_by: string[] }>`
    with named as (
      select distinct a.kind || '/' || a.name as asset, c.customer_code
      from customers c
      left join definitions d on d.code_tag = c.code_tag
      left join definition_versions v on v.code_tag = d.code_tag and v.version = d.live_version
      cross join lateral (select coalesce(v.head -> 'form_params', '{}') || c.params as params) as p
      cross join lateral (
        values ('logo', p.params ->> 'logo'), ('favicon', p.params ->> 'favicon'), ('custom_loc_strings', p.params ->> 'custom_loc_strings'),
          ('background', p.params ->> 'background_img'), ('background', c.template_params -> 'params' ->> 'backgroundImg'),
          ('background', c.template_params -> 'params' ->> 'backgroundSxImg')
        union all
        select 'logo', logo ->> 'value' from jsonb_array_elements(c.logo_params) as logo
      ) as said (kind, name)
      join assets a on a.kind = said.kind and a.name = said.name
    )
    select asset, count(*)::int as uses, (array_agg(customer_code order by customer_code))[1:${sql.lit(NAMED)}] as used_by from named group by asset`.execute(
    db,
  )
  return new Map(rows.map(({ asset, ...uses }) => [asset, uses]))
}
