import { type AuthType, type Impact, isFreeAuthType, type ShownForm, type TagForm } from '@sportello/contract'
import { authTypesOf, type FormDraft } from './form-draft.ts'

/**
 * Kinds of data that a dangerous change can affect, such as requests or sessions. Before the change, the operator sees
 * how many items of each kind are affected.
 */
export const IMPACTS = ['requests', 'sessions', 'links', 'accounts', 'tokens', 'credentials', 'mappings'] as const satisfies readonly (keyof Impact)[]
export type CountedImpact = (typeof IMPACTS)[number]

/**
 * Visitors open a form with accounts, login tokens or links, depending on the access mode. For each mode: the kind of
 * data
 * that stops working when the mode is removed.
 */
const OF_MODE: Readonly<Partial<Record<AuthType, CountedImpact>>> = {
  LOGIN: 'accounts',
  TOKEN_LOGIN: 'tokens',
  DYNAMIC: 'links',
  SURVEY: 'links',
  B2B: 'credentials',
}

/** Returns the kinds of data (accounts, tokens or links) that stop working when the given access modes are removed. */
export const impactsOfModes = (modes: readonly AuthType[]) => modes.flatMap((mode) => OF_MODE[mode] ?? [])

/** The dangerous effects of a change to a form. */
export interface FormDanger {
  /** Kinds of data that the change makes unusable or deletes. */
  counted: readonly CountedImpact[]
  removedModes: readonly AuthType[]
  /** True if the change switches off the captcha of a form that visitors can use without signing in. */
  captchaOff: boolean
}

/**
 * Returns the dangerous effects of changing a form to a new draft. If `after` is null, returns the effects of deleting
 * the form.
 */
export function dangerOf(before: ShownForm, after: FormDraft | null, tags: readonly TagForm[]): FormDanger {
  if (after === null) return { counted: IMPACTS, removedModes: [], captchaOff: false }
  const tagOf = (code: string) => tags.find(({ value }) => value === code)
  const modes = authTypesOf(after.params, tagOf(after.code_tag))
  const removedModes = after.code_tag === before.code_tag ? [] : before.auth_type.filter((mode) => !modes.includes(mode))
  const hasCaptcha = (params: Readonly<Record<string, unknown>>, code: string) => (params.captcha ?? tagOf(code)?.form_params.captcha) === true
  const isClosed = before.active && !after.active
  const counted: CountedImpact[] = [
    ...(isClosed || after.code_tag !== before.code_tag ? (['requests', 'sessions'] as const) : []),
    ...(isClosed ? (['links'] as const) : []),
    ...impactsOfModes(removedModes),
  ]
  return {
    counted: IMPACTS.filter((kind) => counted.includes(kind)),
    removedModes,
    captchaOff: hasCaptcha(before.params, before.code_tag) && !hasCaptcha(after.params, after.code_tag) && modes.some(isFreeAuthType),
  }
}
