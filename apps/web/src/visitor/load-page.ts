import {
  type CustomerConfiguration,
  type Envelope,
  ERROR_STATUS,
  type ErrorCode,
  freeAuthTypeOf,
  isPassedThrough,
  onlyChild,
  type TagView,
} from '@sportello/contract'
import { type Api, unwrap } from '../shared/call.ts'
import { CallError } from '../shared/call-error.ts'
import { paths } from '../shared/paths.ts'
import { languageOr } from '../shared/phrase.tsx'
import type { LoginPlace, Place } from '../shared/place.ts'
import { authTypeOf } from './access/asks-before-send.ts'
import { signInPath } from './access/sign-in-path.ts'
import { headerAndFooterOf } from './features/layout/header-footer-fields.ts'
import type { CustomerData, PageData } from './page-data.ts'
import { isLoginPlace } from './page-kind.ts'

/** The visitor's preferred languages, best first, and the language that the visitor chose on an earlier visit. */
export interface LanguageWishes {
  preferred: readonly string[]
  saved: string | null
}

/**
 * Called each time further steps have been loaded. Receives all loaded steps in order from the first step, and the
 * total
 * number of steps to load.
 */
export type StepsArrive = (steps: readonly TagView[], total: number) => void

/**
 * Loads the data of a page. The promise is never rejected: if loading fails, the returned data describe the failure.
 */
export async function loadPage(api: Api, place: Place, wishes: LanguageWishes, arrive?: StepsArrive): Promise<PageData> {
  const page: PageData = { place, customer: null, steps: [], languageStep: null, failure: null, refusal: null, redirect: null }
  if (place.customer === null) return { ...page, failure: place.kind === 'notFound' ? 'notFound' : null }
  let customer: CustomerData | null = null
  try {
    const codeTag = place.kind === 'form' || place.kind === 'tokenLogin' ? place.codeTag : null
    // Pages that are opened by a mailed link, and receipts, use the language of the request, whatever languages the
    // browser prefers.
    const preferred = 'locale' in place && place.locale !== null ? [place.locale, ...wishes.preferred] : wishes.preferred
    customer = await loadCustomer(api, place.customer, codeTag, { ...wishes, preferred })
    if (isLoginPlace(place)) return { ...page, customer, ...(await loadLogin(api, customer, place)) }
    // A survey that was submitted redirects the URL of its receipt to another page. That page says that the survey was
    // already filled in.
    if (place.kind === 'receipt' && isCompiled(customer)) return { ...page, customer, redirect: paths.surveyCompiled(place.customer) }
    if (place.kind === 'notFound' || (place.kind === 'followUp' && !customer.config.follow_up))
      return { ...page, customer, failure: 'notFound', languageStep: await loadLanguageStep(api, customer) }
    if (place.kind === 'statement') {
      const statement = unwrap(await api.getStatement(place.customer, place.statement, customer.language))
      return { ...page, customer, statement, languageStep: await loadLanguageStep(api, customer) }
    }
    if (place.kind !== 'form' && place.kind !== 'siteMap') {
      const link = place.kind === 'validation' && place.code !== '' ? refusalOf(await api.checkConfirmation(place.customer, place.code)) : null
      return { ...page, customer, link, languageStep: await loadLanguageStep(api, customer) }
    }
    const redirect = redirectOf(customer)
    if (redirect !== null) return { ...page, customer, redirect, ...(redirect === signInPath(customer.config, customer.language) && { next: codeTag }) }
    if (place.kind === 'siteMap') return { ...page, customer, languageStep: await loadLanguageStep(api, customer) }
    return { ...page, customer, steps: await loadSteps(api, customer, codeTag, arrive) }
  } catch (error) {
    return { ...page, customer, ...failureOf(error, place.customer) }
  }
}

/** Returns the errors of a call that the server rejected; null if the server accepted the call. */
function refusalOf(answer: Envelope<unknown>): PageData['refusal'] {
  if (answer.success) return null
  const [first] = answer.errors
  return { errors: answer.errors, status: first ? ERROR_STATUS[first.data.code] : 0 }
}

/** A rejected call has an error code. Maps this code to the kind of failure that the page shows. */
const FAILURE_OF: Readonly<Partial<Record<ErrorCode, PageData['failure']>>> = {
  forms0001: 'notFound',
  forms0022: 'notFound',
  http_not_found: 'notFound',
  forms0005: 'session',
  forms0011: 'session',
  forms0027: 'session',
  forms0006: 'forbidden',
  forms0014: 'forbidden',
  forms0018: 'forbidden',
}

function failureOf(error: unknown, customerCode: string): Partial<PageData> {
  if (error instanceof LanguageMismatch) return { failure: 'languages' }
  if (!(error instanceof CallError)) return { failure: 'unavailable' }
  const { errors, status } = error
  const codes = errors.map(({ data }) => data.code)
  const refusal = { errors, status }
  if (codes.includes('forms0041')) return { redirect: paths.unauthorized, refusal }
  // forms0010 means that the form was deactivated after the visitor opened the page.
  if (codes.includes('forms0010')) return { redirect: paths.maintenance(customerCode), refusal }
  const failure = codes.map((code) => FAILURE_OF[code]).find((each) => each !== undefined)
  return { failure: failure ?? 'unavailable', refusal }
}

/**
 * Thrown if the form's languages do not match its language steps (visitor specification, section 4). Either the author
 * has
 * made a mistake, or another version of the form was published while the page was loading.
 */
class LanguageMismatch extends Error {}

/**
 * Returns true if each language of the form has exactly one language step and vice versa. Also returns true if the root
 * step is unknown.
 */
function languagesMatch({ languages, tag_header: root }: CustomerConfiguration): boolean {
  const steps = root?.children.filter((child) => child.tag_type === 'FORM_LANG') ?? languages
  return steps.length === languages.length && new Set(languages.map(({ lang_code }) => lang_code)).size === languages.length
}

/**
 * Returns the path to which the visitor is redirected before the form is shown; null if there is no redirect (visitor
 * specification, section 4: "Start-up").
 */
function redirectOf(customer: CustomerData): string | null {
  const { form_code: code, is_active: active } = customer.config
  if (!active) return paths.maintenance(code)
  return isCompiled(customer) ? paths.surveyCompiled(code) : loginOf(customer)
}

function isCompiled({ config }: CustomerData): boolean {
  return config.metadata?.survey_compiled === true
}

/**
 * Returns the path of the login if the form requires a session and the visitor has none; null if the visitor may fill
 * in the form (wire contract, section "The access modes, settled").
 */
function loginOf({ config, language }: CustomerData): string | null {
  if (config.session || freeAuthTypeOf(config.auth_type) !== undefined) return null
  return signInPath(config, language) ?? paths.authError(config.form_code)
}

/**
 * Loads a login page. Redirects to the form if the form does not offer this kind of login, or if the visitor already
 * has a
 * session. The page that sets a new password never redirects.
 */
async function loadLogin(api: Api, customer: CustomerData, place: LoginPlace): Promise<Pick<PageData, 'redirect' | 'steps' | 'languageStep' | 'link'>> {
  const { config } = customer
  const shown = { redirect: null, steps: [], languageStep: null }
  if (!config.is_active) return { ...shown, redirect: paths.maintenance(place.customer) }
  const wantsPassword = place.kind === 'login' && place.recovery !== null
  const listed = config.auth_type.includes(place.kind === 'login' ? 'LOGIN' : 'TOKEN_LOGIN')
  if (!listed || (config.session && !wantsPassword)) return { ...shown, redirect: paths.home(place.customer) }
  if (place.kind === 'tokenLogin') return { ...shown, steps: [unwrap(await api.getTag(place.customer, place.codeTag))] }
  const link = wantsPassword && place.recovery ? refusalOf(await api.checkRecovery(place.customer, place.recovery)) : null
  return { ...shown, link, languageStep: await loadLanguageStep(api, customer) }
}

/**
 * Loads the customer's configuration and determines the language of the page. Uses the first that exists: the language
 * of
 * the step in the URL, the saved language, the best of the browser's languages, the form's only language. If none
 * exists, the visitor must choose (visitor specification, section 4).
 */
async function loadCustomer(api: Api, customerCode: string, codeTag: string | null, wishes: LanguageWishes): Promise<CustomerData> {
  const config = unwrap(await api.getCustomer(customerCode))
  const { languages } = config
  if (languages.length === 0) return { config, chosen: null, mustChoose: false, language: languageOr(null) }
  const path = codeTag === null || !config.is_active ? [] : await pathOf(api, customerCode, codeTag)
  const wanted = [...wishes.preferred]
  const chosen =
    languages.find((language) => path.includes(language.code_tag)) ??
    wanted.map((code) => languages.find((language) => language.lang_code === code)).find((language) => language !== undefined) ??
    (languages.length === 1 ? languages[0] : undefined) ??
    null
  return { config, chosen, mustChoose: chosen === null, language: languageOr(chosen?.lang_code ?? wanted[0]) }
}

async function pathOf(api: Api, customerCode: string, codeTag: string): Promise<readonly string[]> {
  const tag = await api.getTag(customerCode, codeTag)
  return tag.success ? tag.data.tags_path : []
}

async function loadLanguageStep(api: Api, { config, chosen }: CustomerData): Promise<PageData['languageStep']> {
  if (chosen === null || !config.is_active) return null
  const step = await api.getTag(config.form_code, chosen.code_tag)
  return step.success ? headerAndFooterOf(step.data) : null
}

/**
 * Loads the steps from the first step of the language to the open step. The steps above the open step are loaded in
 * parallel.
 */
async function loadSteps(api: Api, { config, chosen, mustChoose }: CustomerData, codeTag: string | null, arrive?: StepsArrive): Promise<TagView[]> {
  if (!languagesMatch(config)) throw new LanguageMismatch()
  if (mustChoose) return []
  const first = chosen?.code_tag ?? config.code_tag
  const answer = await api.getTag(config.form_code, codeTag ?? first)
  if (codeTag === null && chosen && isUnknownTag(answer)) throw new LanguageMismatch()
  const last = unwrap(answer)
  if (chosen && isOfAnotherVersion(config, last)) throw new LanguageMismatch()
  const above = last.tags_path.slice(Math.max(0, last.tags_path.indexOf(first)), -1)
  const came: (TagView | undefined)[] = [...above.map(() => undefined), last]
  await Promise.all(
    above.map(async (code, at) => {
      came[at] = unwrap(await api.getTag(config.form_code, code))
      const there = came.indexOf(undefined)
      arrive?.(came.slice(0, there < 0 ? undefined : there) as TagView[], came.length)
    }),
  )
  const steps = came as TagView[]
  return authTypeOf(config) === 'SURVEY' ? skipEmptySteps(api, config.form_code, steps) : steps
}

function isUnknownTag(answer: Envelope<TagView>): boolean {
  return !answer.success && answer.errors.some(({ data }) => data.code === 'http_not_found')
}

/**
 * Returns true if the configuration does not contain the step's language step. The step and the configuration then
 * belong to
 * different versions of the form.
 */
function isOfAnotherVersion({ tag_header: root }: CustomerConfiguration, { tags_path: [, first] }: TagView): boolean {
  return first !== undefined && root != null && !root.children.some((child) => child.code_tag === first)
}

/** Loads the next steps of a survey until it reaches a step that has content or offers a choice. */
async function skipEmptySteps(api: Api, customerCode: string, steps: readonly TagView[]): Promise<TagView[]> {
  const open = steps.at(-1)
  const next = open && isPassedThrough(open) ? onlyChild(open) : undefined
  return next ? skipEmptySteps(api, customerCode, [...steps, unwrap(await api.getTag(customerCode, next.code_tag))]) : [...steps]
}

/**
 * Wraps an API so that it fetches each customer and each step only once. Does not fetch what the page already contains.
 * Published steps do not change during a visit, so the cache cannot become outdated.
 */
export function withCache(api: Api, page?: PageData): Api {
  const customers = new Map<string, ReturnType<Api['getCustomer']>>()
  const tags = new Map<string, ReturnType<Api['getTag']>>()
  const accepted = <T>(data: T) => Promise.resolve({ success: true as const, data, errors: [] })
  if (page?.customer) customers.set(page.customer.config.form_code, accepted(page.customer.config))
  for (const step of page?.steps ?? []) tags.set(`${page?.customer?.config.form_code}/${step.code_tag}`, accepted(step))
  function once<T extends { success: boolean }>(known: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
    const asked = known.get(key) ?? ask()
    known.set(key, asked)
    const forget = () => void known.delete(key)
    asked.then((answer) => answer.success || forget(), forget)
    return asked
  }
  return {
    getStatement: api.getStatement,
    checkConfirmation: api.checkConfirmation,
    checkRecovery: api.checkRecovery,
    getCustomer: (customer) => once(customers, customer, () => api.getCustomer(customer)),
    getTag: (customer, tag) => once(tags, `${customer}/${tag}`, () => api.getTag(customer, tag)),
  }
}
