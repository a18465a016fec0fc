import { type AuthType, type Impact, isFreeAuthType, type ShownForm, type TagForm } from '@sportello/contract'
import { authTypesOf, type FormDraft } from './form-draft.ts'

/** Kinds of things whose number an operator sees before a dangerous change. */
export const IMPACTS = ['requests', 'sessions', 'links', 'accounts', 'tokens', 'credentials', 'mappings'] as const satisfies readonly (keyof Impact)[]
export type CountedImpact = (typeof IMPACTS)[number]

/** People and links that can no longer open a form without an access mode. */
const OF_MODE: Readonly<Partial<Record<AuthType, CountedImpact>>> = {
  LOGIN: 'accounts',
  TOKEN_LOGIN: 'tokens',
  DYNAMIC: 'links',
  SURVEY: 'links',
  B2B: 'credentials',
}

/** What people lose with access modes. */
export const impactsOfModes = (modes: readonly AuthType[]) => modes.flatMap((mode) => OF_MODE[mode] ?? [])

/** What is dangerous in a change of a form. */
export interface FormDanger {
  /** Kinds of things that the change closes or deletes. */
  counted: readonly CountedImpact[]
  removedModes: readonly AuthType[]
  /** Whether the change switches off the captcha of a form that everybody may send. */
  captchaOff: boolean
}

/** Returns what is dangerous in the change of a form to a draft, or in its deletion (`after` is null). */
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
