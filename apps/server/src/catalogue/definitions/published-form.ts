import {
  type ChildTag,
  type Definition,
  type FormField,
  furtherQuestionsOf,
  inOrder,
  isLast,
  languageOf,
  questionsAhead,
  questionsOf,
  serviceOfQuestion,
  siblingSteps,
  type Tag,
  type TagHeader,
  type TagNode,
  type TagView,
  walkTree,
} from '@sportello/contract'
import { type LanguageTag, languageTagsOf } from './language-tags.ts'

/** A step of a published definition, with its position in the tree. */
export interface PublishedNode extends TagNode {
  /** The number of further steps that require input (`questionsAhead`), if it is known. */
  ahead?: number | null
  /** The codes of the same step in the form's other languages (`siblingSteps`), if they are known. */
  siblings?: Readonly<Record<string, string>>
}

/** The steps of a published definition by their codes, in the order of the tree. */
export interface PublishedNodes extends Iterable<[code: string, node: PublishedNode]> {
  readonly size: number
  has(code: string): boolean
  get(code: string): PublishedNode | undefined
  values(): Iterable<PublishedNode>
  /** Frees what can be made again. Called when nobody new will use the definition. */
  release?(): void
}

/**
 * A published form definition with indexes that make serving it fast. Immutable: a new version creates a new object.
 */
export interface PublishedDefinition {
  codeTag: string
  version: number
  definition: Definition
  nodes: PublishedNodes
  languages: readonly LanguageTag[]
  /** The steps of a form on which visitors log in with a token, each with its language. */
  tokenLogins: readonly { code_tag: string; lang_code: string | null }[]
  /** Codes of the data sources from which the form's visible questions get their options. */
  services: ReadonlySet<string>
  /**
   * Codes of the data sources that visitors without a session may use: the data sources of questions on steps that need
   * no sign-in.
   */
  openServices: ReadonlySet<string>
  /** True if a step of the form asks for a captcha. */
  asksCaptcha: boolean
  /** True if the database has the version in compiled form, with the data of its search. */
  isCompiled: boolean
}

export function indexDefinition(definition: Definition, version: number): PublishedDefinition {
  const nodes = new Map([...walkTree(definition)].map((node) => [node.tag.code_tag, node]))
  return {
    codeTag: definition.code_tag,
    version,
    definition,
    nodes,
    languages: languageTagsOf(definition),
    tokenLogins: tokenLoginsOf([...nodes.values()]),
    services: servicesOf([...nodes.values()]),
    openServices: servicesOf([...nodes.values()].filter((node) => !needsSignIn(node))),
    asksCaptcha: nodes.values().some(asksCaptcha),
    isCompiled: false,
  }
}

/** Returns true if a step asks for a captcha. */
export const asksCaptcha = ({ tag }: Pick<TagNode, 'tag'>): boolean => tag.show_captcha === true || tag.captcha === true

function tokenLoginsOf(nodes: readonly TagNode[]): PublishedDefinition['tokenLogins'] {
  return nodes
    .filter(({ tag }) => tag.form_fields.some(({ type }) => type === 'TOKEN_LOGIN'))
    .map(({ tag, path }) => ({ code_tag: tag.code_tag, lang_code: languageOfPath(path) ?? null }))
}

/** Returns true if the step or any of its ancestor steps needs a sign-in. */
export function needsSignIn({ path }: Pick<TagNode, 'path'>): boolean {
  return path.some((tag) => tag.disabled)
}

function servicesOf(nodes: readonly TagNode[]): Set<string> {
  const tags = nodes.map(({ tag }) => tag)
  const questions = [...questionsOf(tags), ...tags.flatMap(furtherQuestionsOf)].filter(({ hidden }) => !hidden)
  return new Set(questions.flatMap(({ property }) => serviceOfQuestion(property.default_value) ?? []))
}

/**
 * Returns the id of a form's field: the id that the author set, or an id derived from the field's position in its step.
 * The derived id stays the same when the same form is imported again.
 */
function fieldId(tag: Tag, field: FormField, place: number): string {
  return field.id ?? `${tag.code_tag}-${place}`
}

/**
 * Returns the fields of a step in order, each with the id that the browser uses for it, without the notes for
 * translators.
 */
export function fieldsOf(tag: Tag): FormField[] {
  return inOrder(tag.form_fields.map(({ translated_from: _notes, ...field }, place) => ({ ...field, id: fieldId(tag, field, place) })))
}

/**
 * Returns a step as an option in the list that its parent step shows. For signed-in visitors, no option is disabled.
 */
function headOf({ code_tag, tag_description, description, tag_type, icon, disabled, params }: Tag, signedIn: boolean): ChildTag {
  return { id: code_tag, code_tag, tag_description, description, tag_type, icon, ...(!signedIn && { disabled }), params }
}

/** Returns a step of a form as the API sends it to the browser. */
export function viewOf({ tag, path, ahead, siblings = siblingSteps(path) }: PublishedNode, signedIn = false): TagView {
  return {
    ...headOf(tag, signedIn),
    show_captcha: tag.show_captcha,
    captcha: tag.captcha,
    form_fields: fieldsOf(tag),
    children: tag.children.map((child) => headOf(child, signedIn)),
    breadcrumb: path.map((step) => ({ id: step.code_tag, code_tag: step.code_tag, description: step.tag_description })),
    tags_path: path.map((step) => step.code_tag),
    last: isLast(tag),
    opens_ticket: tag.opens_ticket,
    questions_ahead: ahead === undefined ? questionsAhead(tag) : ahead,
    ...(Object.keys(siblings).length > 0 && { siblings }),
  }
}

const HEADER_TYPES = new Set<string>(['HTML_HEADER', 'HTML_HEADER_BUTTON', 'FOOTER'])

/** Returns the fields in the header and the footer of a step. */
export function headerOf({ tag }: TagNode, signedIn = false): TagHeader {
  return {
    id: tag.code_tag,
    code_tag: tag.code_tag,
    tag_description: tag.tag_description,
    form_fields: fieldsOf(tag).filter((field) => HEADER_TYPES.has(field.type)),
    children: tag.children.map((child) => headOf(child, signedIn)),
  }
}

/**
 * Returns the language of a step, derived from the steps between the root and it; undefined if the form definition has
 * no language steps.
 */
export function languageOfPath(path: readonly Tag[]): string | undefined {
  return path.map(languageOf).find((code) => code !== undefined)
}
