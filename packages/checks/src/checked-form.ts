import { type AuthType, type FormField, type FormParams, isSurvey, type KnownForm, ROOT_ID, type Surroundings } from '@sportello/contract'
import type { DraftTree } from '@sportello/editing'

type Content = Readonly<Record<string, unknown>>

/** A step in the format that the checks use. Its content may be incomplete. */
export interface CheckedStep {
  id: string
  content: Content
  title: string
  parent: CheckedStep | undefined
  fields: readonly CheckedField[]
  children: readonly CheckedStep[]
  /** Language of the branch that contains the step; undefined for the root, and in a form without languages. */
  language: string | undefined
}

/** A field in the format that the checks use. Its content may be incomplete. */
export interface CheckedField {
  id: string
  step: CheckedStep
  type: FormField['type']
  content: Content
  /**
   * The questions in the field. A field that is a question contains one. A field of further questions or of a token
   * login
   * contains several. An information block contains none.
   */
  questions: readonly CheckedQuestion[]
}

/**
 * A question in the format that the checks use, with its settings. In a draft, any setting may be missing or invalid.
 */
export interface CheckedQuestion {
  field: CheckedField
  /** Keys that lead from the field's content to the question's property. */
  at: readonly string[]
  kind: 'question' | 'further' | 'login'
  code: string
  label: string
  settings: Content & { input_type?: unknown }
  required: boolean
  hidden: boolean
  locked: boolean
  mapping: string
  /** Letter case to which the answer is converted: `upper` or `lower`; otherwise none. */
  fontCase: string
}

/** A form definition in the format that the checks use, together with what is known about its deployment. */
export interface CheckedForm {
  root: CheckedStep
  /** All steps. Each step comes before its child steps. */
  steps: readonly CheckedStep[]
  /** The form parameters that the definition sets. */
  params: FormParams
  known: Surroundings
  /**
   * The forms that use the definition, each with the parameters that apply to it. If no form uses it, the list contains
   * only the definition's own parameters.
   */
  audiences: readonly Audience[]
}

/** One form that uses the definition, with the parameters that apply to it. */
export interface Audience {
  form: KnownForm | undefined
  params: FormParams
  modes: readonly AuthType[]
  hasSecret: (name: string) => boolean
}

/** Converts the tree of a draft to the format that the checks use. */
export function checkedFormOf(tree: DraftTree, known: Surroundings): CheckedForm {
  const steps: CheckedStep[] = []
  const root = stepOf(ROOT_ID, undefined, undefined)
  const params = recordOf(root.content.form_params) as FormParams
  return { root, steps, params, known, audiences: audiencesOf(params, known) }

  function stepOf(id: string, parent: CheckedStep | undefined, above: string | undefined): CheckedStep {
    const content: Content = tree.get(id)?.content ?? {}
    const language = above ?? languageOfStep(content)
    const fields: CheckedField[] = []
    const children: CheckedStep[] = []
    const step: CheckedStep = { id, content, title: textOf(content.tag_description), parent, fields, children, language }
    steps.push(step)
    for (const node of tree.childrenOf(id)) {
      if (node.kind === 'field') fields.push(fieldOf(node.id, step, node.content))
      else children.push(stepOf(node.id, step, language))
    }
    return step
  }
}

function fieldOf(id: string, step: CheckedStep, content: Content): CheckedField {
  const questions: CheckedQuestion[] = []
  const field: CheckedField = { id, step, type: content.type as FormField['type'], content, questions }
  const value = recordOf(content.value)
  const add = (property: unknown, flags: Content, at: readonly string[], kind: CheckedQuestion['kind']) =>
    questions.push(questionOf(field, { property: recordOf(property), flags, at, kind }))
  if (field.type === 'PROPERTY' || field.type === 'EMAIL') add(value, content, ['value'], 'question')
  if (field.type === 'FURTHER_QUESTIONS' && !content.hidden)
    for (const [at, each] of listOf(value.fields).entries())
      add(recordOf(each).property, recordOf(each), ['value', 'fields', String(at), 'property'], 'further')
  if (field.type === 'TOKEN_LOGIN') for (const [at, each] of listOf(value.fields).entries()) add(each, {}, ['value', 'fields', String(at)], 'login')
  return field
}

function questionOf(
  field: CheckedField,
  { property, flags, at, kind }: { property: Content; flags: Content; at: readonly string[]; kind: CheckedQuestion['kind'] },
): CheckedQuestion {
  return {
    field,
    at,
    kind,
    code: textOf(property.property_code),
    label: textOf(property.property_description),
    settings: recordOf(property.default_value),
    required: flags.required === true,
    hidden: flags.hidden === true,
    locked: textOf(flags.readonly).toUpperCase() === 'LOCKED',
    mapping: textOf(flags.mapping).trim(),
    fontCase: textOf(property.font_case),
  }
}

function audiencesOf(own: FormParams, known: Surroundings): Audience[] {
  const forms: readonly (KnownForm | undefined)[] = known.forms && known.forms.length > 0 ? known.forms : [undefined]
  return forms.map((form) => {
    const params: FormParams = { ...own, ...form?.params }
    const secrets = new Set([...(known.secrets ?? []), ...(form?.secrets ?? [])])
    const modes = [...(listOf(params.auth_type) as AuthType[]), ...(params.token_type === 'DYNAMIC' ? (['DYNAMIC'] as const) : [])]
    return { form, params, modes, hasSecret: (name) => secrets.has(name) || textOf(params[name]) !== '' }
  })
}

/** Access modes in which a visitor has no session. SURVEY is one of them only if everybody may fill in the survey. */
const WITHOUT_SESSION = new Set<AuthType>(['FREE', 'FREE_CAPTCHA', 'DATACOLLECTION', 'AUTORESPONDER'])

/**
 * Returns true if visitors of the form may have a session. Only a session contains known data, and only visitors with a
 * session can choose options that require a sign-in. Also true if the access modes are unknown.
 */
export function mayHaveSession({ audiences }: Pick<CheckedForm, 'audiences'>): boolean {
  const withSession = (modes: readonly AuthType[]) =>
    modes.length === 0 || modes.some((mode) => !WITHOUT_SESSION.has(mode) && !(mode === 'SURVEY' && isSurvey(modes)))
  return audiences.some(({ modes }) => withSession(modes))
}

/** If a step is a language step, returns its language as the author has named it; otherwise undefined. */
function languageOfStep(content: Content): string | undefined {
  return content.tag_type === 'FORM_LANG' ? languageCode(content) || undefined : undefined
}

/** Returns the language code in the parameters of a step; an empty text if there is none. */
export function languageCode({ params }: Content): string {
  return textOf(recordOf(listOf(params).find((param) => recordOf(param).params_type === 'FORM_LANG')).lang_code)
}

/** Returns a value of a draft if it is an object; otherwise an empty object. */
export function recordOf(value: unknown): Content {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Content) : {}
}

/** Returns a value of a draft if it is a list; otherwise an empty list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Returns a value of a draft if it is a text; otherwise an empty text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Returns the steps from the root to the given step, including both. */
export function pathOf(step: CheckedStep): CheckedStep[] {
  const path: CheckedStep[] = []
  for (let at: CheckedStep | undefined = step; at; at = at.parent) path.unshift(at)
  return path
}

/** Yields the given step and all steps below it. */
export function* branchBelow(step: CheckedStep): Generator<CheckedStep> {
  yield step
  for (const child of step.children) yield* branchBelow(child)
}

/** Yields all questions of a form. */
export function* questionsOf({ steps }: Pick<CheckedForm, 'steps'>): Generator<CheckedQuestion> {
  for (const { fields } of steps) for (const { questions } of fields) yield* questions
}

/** Returns the place of a step, or of a value in the step's content, for a finding. */
export const placeOfStep = (step: CheckedStep, ...path: string[]) => ({ step: step.id, path })
/** Returns the place of a field, or of a value in the field's content, for a finding. */
export const placeOfField = (field: CheckedField, ...path: string[]) => ({ step: field.step.id, field: field.id, path })
/** Returns the place of a question's property, or of a value in that property, for a finding. */
export const placeOfQuestion = ({ field, at }: CheckedQuestion, ...path: string[]) => ({ step: field.step.id, field: field.id, path: [...at, ...path] })
/** Returns the name of a step in messages: its title or, if it has none, its code. */
export const nameOfStep = ({ title, content }: CheckedStep) => title.trim() || textOf(content.code_tag) || '…'
/** Returns the name of a question in messages: its label or, if it has none, its code. */
export const nameOf = ({ label, code }: CheckedQuestion) => label || code
