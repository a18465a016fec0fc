import type { CustomerConfiguration, KnownData } from '@sportello/contract'
import { requestLimits } from '../attachments/rules.ts'
import { captchaOf } from '../captcha/rules.ts'
import { shownChatOf } from '../chat/rules.ts'
import type { Config } from '../config.ts'
import { headerOf } from '../definitions/rules.ts'
import { admitsAnybody, oidcLoginOf, type Session } from '../sessions/rules.ts'
import { type Customer, linkHours, todayOf } from './customer.ts'

/** What is particular to one visitor. */
export interface VisitorFacts {
  session?: Pick<Session, 'mode' | 'known' | 'emails' | 'person'> | null
  /** Whether this visitor has sent the survey; undefined where the form is none that is filled in once. */
  compiled?: boolean | undefined
}

/** A customer's configuration for the visitor's page. What is not written here stays on the server. */
export function configurationOf(
  config: Pick<Config, 'serviceName' | 'secretKey'>,
  customer: Customer,
  { session = null, compiled }: VisitorFacts = {},
): CustomerConfiguration {
  const { params, setting, published } = customer
  const root = published.nodes.get(published.codeTag)
  const { fileBytes: file_bytes, requestBytes: request_bytes, files } = requestLimits(customer.settings)
  return {
    form_code: customer.code,
    form_title: params.form_title ?? published.definition.tag_description,
    auth_type: params.auth_type ?? [],
    token_type: params.token_type ?? null,
    token_expiration: params.token_expiration ?? null,
    token_logins: [...published.tokenLogins],
    sso_login: oidcLoginOf(config, customer) ?? null,
    session: session && { auth_type: session.mode.authType },
    recaptcha_public_key: params.recaptcha_public_key ?? null,
    always_captcha: params.always_captcha ?? false,
    metadata: metadataOf(session, compiled),
    live_chat_params: shownChatOf(config, customer, session),
    template_params: templateOf(customer),
    custom_loc_strings:
      params.custom_loc_strings === undefined ? null : (customer.assets.get(`custom_loc_strings/${params.custom_loc_strings}`)?.strings ?? null),
    show_radio_buttons: params.show_radio_buttons ?? false,
    is_active: setting.active,
    show_cookie_law_banner: params.show_cookie_law_banner ?? false,
    logos: logosOf(customer),
    favicon: params.favicon === undefined ? null : (customer.assets.get(`favicon/${params.favicon}`)?.url ?? null),
    code_tag: published.codeTag,
    languages: [...published.languages],
    captcha: captchaOf(config, customer),
    tag_header: root && (session || admitsAnybody(customer)) ? headerOf(root) : null,
    time_limit_request: linkHours(params),
    version: `${published.codeTag}.${published.version}`,
    today: todayOf(customer),
    limits: { file_bytes, request_bytes, files },
  }
}

function metadataOf(session: VisitorFacts['session'], compiled: boolean | undefined): KnownData | null {
  if (!session && compiled === undefined) return null
  const known = session && { ...session.known, ...(session.emails.length > 0 && { email: session.emails }) }
  return { ...known, ...(compiled !== undefined && { survey_compiled: compiled }) }
}

/** The template's pictures and style by their addresses; a missing one is none (visitor specification, section 8: "a default is used"). */
function templateOf({ code, setting, assets, answerCss }: Customer): CustomerConfiguration['template_params'] {
  const { name, params } = setting.templateParams
  const shown = Object.entries(params).flatMap(([key, value]) => {
    if (key === 'answer_css') return answerCss ? [[key, `/assets/tenant/${code}/${answerCss.hash}.css`]] : []
    if (!PICTURES.has(key)) return [[key, value]]
    const url = typeof value === 'string' ? assets.get(`background/${value}`)?.url : undefined
    return url === undefined ? [] : [[key, url]]
  })
  return { name, params: Object.fromEntries(shown) }
}

const PICTURES = new Set(['backgroundSxImg', 'backgroundImg'])

/** Logo height at most 65 px (both specifications, section 9). */
const MAX_LOGO_HEIGHT = 65

function logosOf({ params, setting, assets }: Customer): CustomerConfiguration['logos'] {
  const rows = setting.logoParams.length > 0 ? setting.logoParams : params.logo === undefined ? [] : [{ value: params.logo }]
  return rows.flatMap((row) => {
    const src = assets.get(`logo/${row.value}`)?.url
    if (src === undefined) return []
    const number = (value: unknown) => (Number.isFinite(Number(value)) && value !== undefined ? Number(value) : undefined)
    const dimension = number('dimension' in row ? row.dimension : undefined)
    const offset = number('offset' in row ? row.offset : undefined)
    return [
      {
        src,
        alt: ('alt' in row ? row.alt : undefined) ?? params.form_title ?? '',
        ...(dimension !== undefined && { dimension: Math.min(dimension, MAX_LOGO_HEIGHT) }),
        ...(offset !== undefined && { offset }),
      },
    ]
  })
}
