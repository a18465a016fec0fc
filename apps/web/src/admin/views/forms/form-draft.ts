import { type AuthType, CLIENT_URL_PATTERN, type FormSetting, isAuthType, type ShownForm, type TagForm } from '@sportello/contract'

/** Purpose for which the form modal is open (administrator specification, section 3: "Manage mode"). */
export type ManageMode = 'add' | 'edit' | 'duplicate' | 'delete'

/**
 * The settings of a form while an operator edits them, in the format of the API. The server keeps stored secrets that
 * are missing from this draft.
 */
export type FormDraft = Omit<FormSetting, 'id' | 'mappings'>

/**
 * Returns the initial draft of the form modal. If the operator duplicates a form, the draft has no code, because the
 * operator must enter a new one.
 */
export function draftOf(shown: ShownForm | undefined, mode: ManageMode): FormDraft {
  if (!shown)
    return {
      code_form: '',
      description: '',
      code_tag: '',
      client_url: '',
      active: true,
      params: {},
      logoParams: [],
      templateParams: { name: 'default2022', params: {} },
      liveChatParams: {},
    }
  const { code_form, description, code_tag, client_url, active, survey_no_recompile } = shown
  return {
    code_form: mode === 'duplicate' ? '' : code_form,
    description,
    code_tag,
    client_url,
    active,
    params: shown.params as FormDraft['params'],
    logoParams: shown.logoParams as FormDraft['logoParams'],
    templateParams: shown.templateParams,
    liveChatParams: shown.liveChatParams as FormDraft['liveChatParams'],
    ...(survey_no_recompile !== undefined && { survey_no_recompile }),
  }
}

/**
 * Returns true if the form can be saved: all required fields are filled in and the URL is valid (administrator
 * specification, section 5).
 */
export function isComplete({ code_form, description, code_tag, client_url, templateParams }: FormDraft): boolean {
  const texts = [code_form, description ?? '', code_tag, templateParams.name]
  return texts.every((text) => text.trim() !== '') && isClientUrl(client_url ?? '')
}

export function isClientUrl(url: string): boolean {
  return CLIENT_URL_PATTERN.test(url)
}

/**
 * Returns the form settings in the format of the API. Leaves out empty values, because the form then inherits the value
 * from
 * its definition. Two kinds of empty values are sent all the same: an empty secret deletes the stored secret, and an
 * empty logo or favicon means that the form has none, even if the definition has one.
 */
export function sentOf(draft: FormDraft): FormDraft {
  return {
    ...draft,
    params: withoutEmpty(draft.params, [...SECRETS, 'logo', 'favicon']),
    templateParams: { ...draft.templateParams, params: withoutEmpty(draft.templateParams.params ?? {}, []) },
    liveChatParams: withoutEmpty(draft.liveChatParams, SECRETS),
    logoParams: draft.logoParams.map((logo) => withoutEmpty(logo, ['value'])),
  }
}

const SECRETS = ['sso_secret_aes', 'secret']

function withoutEmpty<T extends object>(values: T, kept: readonly string[]): T {
  return Object.fromEntries(Object.entries(values).filter(([key, value]) => kept.includes(key) || (value !== '' && value !== undefined && value !== null))) as T
}

/** Returns the access modes of a form: those that the form sets itself or, if it sets none, those of its definition. */
export function authTypesOf(params: Readonly<Record<string, unknown>>, tag: TagForm | undefined): AuthType[] {
  const own = params.auth_type ?? tag?.form_params.auth_type ?? []
  return Array.isArray(own) ? own.filter(isAuthType) : []
}

/** Returns the state of a form's live chat (administrator specification, section 2: "Live-chat icon"). */
export function chatStateOf({ liveChatParams: chat, secrets }: Pick<ShownForm, 'liveChatParams' | 'secrets'>): 'active' | 'incomplete' | 'inactive' {
  if (chat.active !== true) return 'inactive'
  const filled = (value: unknown) => typeof value === 'string' && value.trim() !== ''
  const complete = chat.chatType === 'EBBY' ? filled(chat.codCustomer) && secrets.includes('secret') : filled(chat.chatId) && filled(chat.fondo)
  return complete ? 'active' : 'incomplete'
}
