import { isFreeAuthType, type ManagementAccount, type ShownForm } from '@sportello/contract'

/** Modes that a visit can be simulated in (administrator specification, section 5). */
const VISITED = ['FREE', 'FREE_CAPTCHA', 'DATACOLLECTION', 'SSO', 'SURVEY'] as const

export function visitModes({ auth_type }: Pick<ShownForm, 'auth_type'>): string[] {
  return VISITED.filter((mode) => auth_type.includes(mode))
}

/** Whether a mode asks for a routing. */
export function needsRouting(mode: string): boolean {
  return mode !== '' && !isFreeAuthType(mode)
}

export interface VisitParameter {
  key: string
  value: unknown
  /** From the account; it stays. */
  fixed: boolean
}

/** What a visit begins with (administrator specification, section 2: "Visit modal"). */
export function accountParameters({ email, name, surname }: Pick<ManagementAccount, 'email' | 'name' | 'surname'>): VisitParameter[] {
  return Object.entries({ email, nome: name, cognome: surname }).map(([key, value]) => ({ key, value, fixed: true }))
}

/** A value as typed: JSON if it is some, text otherwise. */
export function parsedValue(typed: string): unknown {
  try {
    return JSON.parse(typed) as unknown
  } catch {
    return typed
  }
}

export const shownValue = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** With one more; a key that is there already takes the new value. */
export function withParameter(parameters: readonly VisitParameter[], key: string, value: unknown): VisitParameter[] {
  return parameters.some((each) => each.key === key)
    ? parameters.map((each) => (each.key === key ? { ...each, value } : each))
    : [...parameters, { key, value, fixed: false }]
}

/** Opens the form as a visitor finds it, in a tab that knows nothing of this one. */
export function openFreely({ client_url, code_form }: Pick<ShownForm, 'client_url' | 'code_form'>): void {
  window.open(`${client_url.replace(/\/*$/, '/')}${code_form}`, '_blank', 'noopener,noreferrer')
}

/** Posts a message to where it is taken, in a tab that knows nothing of this one. */
export function postMessageTo(url: string, message: string): void {
  const form = document.createElement('form')
  Object.assign(form, { method: 'post', action: url, target: '_blank', hidden: true })
  form.setAttribute('rel', 'noopener noreferrer')
  const field = document.createElement('input')
  Object.assign(field, { type: 'hidden', name: 'message', value: message })
  form.append(field)
  document.body.append(form)
  form.submit()
  form.remove()
}
