import { type AuthType, type Impact, isFreeAuthType, type ShownForm, type TagForm } from '@sportello/contract'
import { authTypesOf, type FormDraft } from './form-draft.ts'

/**
 * Kinds of data that a dangerous change affects, such as requests or sessions; the operator sees their numbers before
 * the change.
 */
export const IMPACTS = ['requests', 'sessions', 'links', 'accounts', 'tokens', 'credentials', 'mappings'] as const satisfies readonly (keyof Impact)[]
export type CountedImpact = (typeof IMPACTS)[number]

/**
 * Kind of data that can no longer open the form after an access mode is removed, by access mode: accounts, login tokens
 * or links.
 */
const OF_MODE: Readonly<Partial<Record<AuthType, CountedImpact>>> = {
  LOGIN: 'accounts',
  TOKEN_LOGIN: 'tokens',
  DYNAMIC: 'links',
  SURVEY: 'links',
  B2B: 'credentials',
}

/** Returns the kinds of accounts, tokens and links that stop working when access modes are removed. */
export const impactsOfModes = (modes: readonly AuthType[]) => modes.flatMap((mode) => OF_MODE[mode] ?? [])

/** The dangerous effects of a change of a form. */
export interface FormDanger {
  /** Kinds of data that the change of the form closes or deletes. */
  counted: readonly CountedImpact[]
  removedModes: readonly AuthType[]
  /** Whether the change switches off the captcha of a form that needs no sign-in. */
  captchaOff: boolean
}

/** Returns the dangerous effects of changing a form to a draft, or of deleting it (`after` is null). */
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
