import { variablesIn } from '@sportello/checks'
import type { FormParams, KnownForm, Surroundings } from '@sportello/contract'
import { numberSetting, textSetting } from '@sportello/contract'
import { sql } from 'kysely'
import { settingOf } from '../../catalogue/customers/queries.ts'
import { brandColorOf, todayOf, withoutSecrets } from '../../catalogue/customers/rules.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'

/**
 * Maximum number of forms that the checks of a definition take into account. Hundreds of organisations may share one
 * definition.
 */
const MAX_FORMS = 200
/**
 * The form parameters that the checks read. Other parameters may contain data about the office's systems, which authors
 * need not know.
 */
const READ = [
  'auth_type',
  'captcha',
  'always_captcha',
  'retention',
  'validation_email_template',
  'success_email_template',
  'states_email_template',
  'recaptcha_public_key',
] as const satisfies readonly (keyof FormParams)[]

/** Returns the data about the deployment that the checks of a form definition need, without secrets. */
export async function surroundingsOf(db: DeploymentDb, settings: ReadonlyMap<string, string>, codeTag: string): Promise<Surroundings> {
  const days = textSetting(settings, 'retention_days')
  return {
    today: todayOf({ settings }),
    forms: await formsOf(db, codeTag),
    services: (await db.selectFrom('integrations').select('service').orderBy('service').execute()).map(({ service }) => service),
    templates: (await db.selectFrom('mail_templates').select(['name', 'lang_code', 'subject', 'html']).orderBy('name').orderBy('lang_code').execute()).map(
      ({ name, lang_code, subject, html }) => ({ name, lang_code, variables: [...new Set([...variablesIn(subject), ...variablesIn(html)])] }),
    ),
    files: {
      fileKb: Math.floor(numberSetting(settings, 'attachment_max_mb') * 1_024),
      requestKb: Math.floor(numberSetting(settings, 'attachment_total_mb') * 1_024),
    },
    retentionDays: days === '' ? null : Number(days),
  }
}

async function formsOf(db: DeploymentDb, codeTag: string): Promise<KnownForm[]> {
  const rows = await db
    .selectFrom('customers as c')
    .selectAll('c')
    .select(sql<boolean>`exists (select from tokens t where t.customer_code = c.customer_code)`.as('has_tokens'))
    .select(sql<boolean>`exists (select from accounts a where a.customer_code = c.customer_code)`.as('has_accounts'))
    .where('c.code_tag', '=', codeTag)
    .orderBy('c.customer_code')
    .limit(MAX_FORMS)
    .execute()
  return rows.map((row) => {
    const { setting, secrets } = withoutSecrets(settingOf(row))
    const { params, code_form: code, active } = setting
    const color = brandColorOf(setting)
    return {
      code,
      active,
      params: Object.fromEntries(READ.flatMap((key) => (params[key] === undefined ? [] : [[key, params[key]]]))),
      secrets: [...secrets, ...(params.oidc ? ['oidc'] : [])],
      tokens: Number(row.has_tokens),
      accounts: Number(row.has_accounts),
      ...(color !== undefined && { color }),
    }
  })
}
