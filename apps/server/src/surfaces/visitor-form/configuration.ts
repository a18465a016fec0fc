import { type CustomerConfiguration, followUpOf, type KnownData, textSetting } from '@sportello/contract'
import { type Customer, formTitleOf, linkHours, lookOf, ownWordsOf, todayOf, versionName } from '../../catalogue/customers/rules.ts'
import { headerOf } from '../../catalogue/definitions/rules.ts'
import { captchaOf } from '../../entrance/captcha/rules.ts'
import { admitsAnybody, type Session } from '../../entrance/sessions/rules.ts'
import { oidcLoginOf } from '../../entrance/sso/rules.ts'
import type { Config } from '../../platform/config.ts'
import { requestLimits } from '../../requests/attachments/rules.ts'
import { saveOfferOf } from '../../requests/saved-drafts/rules.ts'
import { type ChatConfig, shownChatOf } from '../chat/rules.ts'

/** The data about the visitor on which the configuration of a form's page depends. */
export interface VisitorFacts {
  session?: Pick<Session, 'mode' | 'known' | 'emails' | 'person'> | null
  /**
   * True if the visitor has already answered the survey. Undefined if the form is no survey, or a survey that may be
   * answered
   * several times.
   */
  compiled?: boolean | undefined
}

/**
 * Returns the configuration of a form's page for a visitor. The browser gets only the settings that this function
 * includes explicitly.
 */
export function configurationOf(
  config: Pick<Config, 'serviceName' | 'secretKey'> & ChatConfig,
  customer: Customer,
  { session = null, compiled }: VisitorFacts = {},
): CustomerConfiguration {
  const { params, setting, published } = customer
  const root = published.nodes.get(published.codeTag)
  const saving = saveOfferOf(customer)
  const { fileBytes: file_bytes, requestBytes: request_bytes, files } = requestLimits(customer.settings)
  return {
    form_code: customer.code,
    form_title: formTitleOf(customer),
    auth_type: params.auth_type ?? [],
    token_type: params.token_type ?? null,
    token_expiration: params.token_expiration ?? null,
    token_logins: [...published.tokenLogins],
    sso_login: (!customer.preview && oidcLoginOf(config, customer)) || null,
    session: session && { auth_type: session.mode.authType },
    recaptcha_public_key: params.recaptcha_public_key ?? null,
    always_captcha: params.always_captcha ?? false,
    review_before_send: (params.review_before_send ?? false) && !params.auth_type?.includes('SURVEY'),
    survey_auto_advance: params.survey_auto_advance ?? false,
    metadata: metadataOf(session, compiled),
    live_chat_params: shownChatOf(config, customer, session),
    ...lookOf(customer),
    custom_loc_strings: ownWordsOf(customer),
    show_radio_buttons: params.show_radio_buttons ?? false,
    is_active: setting.active,
    maintenance_message: (!setting.active && textSetting(customer.settings, 'maintenance_message')) || null,
    show_cookie_law_banner: params.show_cookie_law_banner ?? false,
    counts_visits: !params.no_visit_counts && !customer.preview,
    ...(saving && { save_and_resume: saving }),
    ...(followUpOf(params) && !customer.preview && { follow_up: params.otp ? ('codes' as const) : ('link' as const) }),
    statements: (['accessibility', 'privacy'] as const).filter((kind) => params[kind] !== undefined),
    code_tag: published.codeTag,
    languages: [...published.languages],
    captcha: captchaOf(config, customer),
    tag_header: root && (session || admitsAnybody(customer)) ? headerOf(root) : null,
    time_limit_request: linkHours(params),
    version: versionName(published),
    today: todayOf(customer),
    limits: { file_bytes, request_bytes, files },
    ...(customer.preview && { preview: true as const, ...(customer.preview.version !== undefined && { preview_version: customer.preview.version }) }),
  }
}

function metadataOf(session: VisitorFacts['session'], compiled: boolean | undefined): KnownData | null {
  if (!session && compiled === undefined) return null
  const known = session && { ...session.known, ...(session.emails.length > 0 && { email: session.emails }) }
  return { ...known, ...(compiled !== undefined && { survey_compiled: compiled }) }
}
