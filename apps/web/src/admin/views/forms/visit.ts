import { isFreeAuthType, type ManagementAccount, type ShownForm } from '@sportello/contract'

/** Access modes in which an operator can simulate a visit (administrator specification, section 5). */
const VISITED = ['FREE', 'FREE_CAPTCHA', 'DATACOLLECTION', 'SSO', 'SURVEY'] as const

export function visitModes({ auth_type }: Pick<ShownForm, 'auth_type'>): string[] {
  return VISITED.filter((mode) => auth_type.includes(mode))
}

/** Returns true if the operator must select a mapping (routing) to simulate a visit in the given access mode. */
export function needsRouting(mode: string): boolean {
  return mode !== '' && !isFreeAuthType(mode)
}

export interface VisitParameter {
  key: string
  value: unknown
  /** True if the parameter comes from the operator's account and therefore cannot be removed. */
  fixed: boolean
}

/** Returns the initial parameters of a simulated visit (administrator specification, section 2: "Visit modal"). */
export function accountParameters({ email, name, surname }: Pick<ManagementAccount, 'email' | 'name' | 'surname'>): VisitParameter[] {
  return Object.entries({ email, nome: name, cognome: surname }).map(([key, value]) => ({ key, value, fixed: true }))
}

/**
 * Parses a parameter value that the operator typed. A text that is valid JSON is parsed; any other text is returned
 * unchanged.
 */
export function parsedValue(typed: string): unknown {
  try {
    return JSON.parse(typed) as unknown
  } catch {
    return typed
  }
}

export const shownValue = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Adds a parameter to the simulated visit. If a parameter with the same key exists, its value is replaced. */
export function withParameter(parameters: readonly VisitParameter[], key: string, value: unknown): VisitParameter[] {
  return parameters.some((each) => each.key === key)
    ? parameters.map((each) => (each.key === key ? { ...each, value } : each))
    : [...parameters, { key, value, fixed: false }]
}

/** Opens the form in a new tab, as a visitor sees it. The new tab has no access to the dashboard's window. */
export function openFreely({ client_url, code_form }: Pick<ShownForm, 'client_url' | 'code_form'>): void {
  window.open(`${client_url.replace(/\/*$/, '/')}${code_form}`, '_blank', 'noopener,noreferrer')
}

/** Posts a message to a URL in a new tab. The new tab has no access to the dashboard's window. */
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
