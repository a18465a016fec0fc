import type { DraftNode, FormField } from '@sportello/contract'

/** Paths to texts, in which `*` stands for each item of a list. A path that ends with `!` leads to HTML. */
const STEP_TEXTS = ['tag_description', 'description']
const FIELD_TEXTS = ['title', 'info_title', 'info_text']
const QUESTION_TEXTS = [
  'property_description',
  'default_value.placeholder',
  'default_value.options.*.value',
  'default_value.checkboxes.*.value',
  'default_value.items.*.value',
]

/** For each field type, the paths to the texts in its value. If a field type contains no texts, the list is empty. */
const VALUE_TEXTS: Readonly<Record<FormField['type'], readonly string[]>> = {
  PROPERTY: QUESTION_TEXTS,
  EMAIL: QUESTION_TEXTS,
  HTML: ['!'],
  ALERT: ['text!'],
  FAQ: ['*.question', '*.answer!'],
  SEND_BUTTON_CUSTOMIZATION: ['label'],
  HTML_SUMMARY: ['!'],
  HTML_HEADER: ['!'],
  HTML_HEADER_BUTTON: ['title'],
  FOOTER: ['title', 'description!', 'links.*.textElem!', 'colonne.*.nomeColonna', 'colonne.*.elems.*.textElem!'],
  CONFIRM_MODAL: ['title', 'text!', 'confirm', 'cancel'],
  TERMS_CONDITIONS: ['text', 'html!'],
  FURTHER_QUESTIONS: ['text!', 'nofields', 'yes', 'greetings!', 'whatSelected', ...QUESTION_TEXTS.map((path) => `fields.*.property.${path}`)],
  TOKEN_LOGIN: QUESTION_TEXTS.map((path) => `fields.*.${path}`),
}

type Node = Pick<DraftNode, 'kind' | 'content'>

/** A place for texts in the content of a step or field. */
interface TextPlace {
  /** Keys that lead from the content to the text; `*` stands for each item of a list. */
  keys: readonly string[]
  isHtml: boolean
}

const placeOf = (path: string): TextPlace => ({ keys: path.replace('!', '').split('.'), isHtml: path.endsWith('!') })

const STEP_PLACES = STEP_TEXTS.map(placeOf)
const FIELD_PLACES = FIELD_TEXTS.map(placeOf)
/** The places of texts in a field, keyed by the field's type. They are made once: a form has tens of thousands of fields. */
const PLACES_OF_TYPES: ReadonlyMap<unknown, readonly TextPlace[]> = new Map(
  Object.entries(VALUE_TEXTS).map(([type, paths]) => [type, [...FIELD_PLACES, ...paths.map((path) => placeOf(path === '!' ? 'value!' : `value.${path}`))]]),
)

const textPlaces = ({ kind, content }: Node): readonly TextPlace[] => (kind === 'field' ? (PLACES_OF_TYPES.get(content.type) ?? FIELD_PLACES) : STEP_PLACES)

/**
 * Returns true if a path in the content of a step or field leads to a text that visitors read. A translator may change
 * these texts. The path contains the index of a list item, or `*`.
 */
export function isTextPath(node: Node, path: readonly string[]): boolean {
  return textPlaces(node).some(
    ({ keys }) => keys.length === path.length && keys.every((key, at) => (key === '*' ? /^(?:\*|\d+)$/.test(path[at] ?? '') : key === path[at])),
  )
}

/** Returns the content of a step or field without its texts. The rest is the same in a translation and its original. */
export function withoutTexts(node: Node): unknown {
  const { translated_from: _record, ...content } = node.content
  return textPlaces(node).reduce<unknown>((rest, { keys }) => without(rest, keys), content)
}

function without(value: unknown, [key = '', ...rest]: readonly string[]): unknown {
  if (key === '*') return Array.isArray(value) ? value.map((item) => without(item, rest)) : value
  if (!isRecord(value) || !Object.hasOwn(value, key)) return value
  const { [key]: inner, ...others } = value
  return rest.length === 0 ? others : { ...others, [key]: without(inner, rest) }
}

/** A text in a step or field that visitors read. */
export interface NodeText {
  /**
   * Name of the text's place in the node, such as `value.property_description`. An item of a list is named by its own
   * key if it has one (`value.default_value.options.north.value`), and otherwise by its index. The same text of a
   * translated node has the same name.
   */
  key: string
  /** Keys and list indices that lead from the node's content to the text. */
  path: readonly (string | number)[]
  text: string
  isHtml: boolean
}

/** Returns all texts in a step or field that visitors read and that are not empty. */
export function textsOf(node: Node): NodeText[] {
  const found: NodeText[] = []
  for (const place of textPlaces(node)) addTexts(found, place, node.content, 0, [])
  return found
}

/** A key or list index on the way to a text, and its name in the text's name. */
interface Turn {
  key: string | number
  name: string
}

/** @param at number of the place's keys that lead from the content to `value` */
function addTexts(found: NodeText[], place: TextPlace, value: unknown, at: number, way: readonly Turn[]): void {
  const key = place.keys[at]
  if (key === undefined) {
    if (typeof value !== 'string' || value.trim() === '') return
    found.push({ key: way.map(({ name }) => name).join('.'), path: way.map((turn) => turn.key), text: value, isHtml: place.isHtml })
  } else if (key === '*') {
    if (!Array.isArray(value)) return
    for (const [index, item] of value.entries()) addTexts(found, place, item, at + 1, [...way, { key: index, name: nameOf(item, index) }])
  } else if (isRecord(value) && Object.hasOwn(value, key)) addTexts(found, place, value[key], at + 1, [...way, { key, name: key }])
}

/** Returns the name of a list item: the key of an option, the code of a question, or else the index. */
function nameOf(item: unknown, at: number): string {
  const { key, property_code: code, property } = isRecord(item) ? item : {}
  const own = key ?? code ?? (isRecord(property) ? property.property_code : undefined)
  return typeof own === 'string' && own !== '' ? own : String(at)
}

/**
 * Returns a copy of a node's content in which the given texts are replaced. Texts whose place does not exist are
 * ignored.
 * @param texts the new texts, keyed as in `textsOf`
 */
export function withTexts<C extends DraftNode['content']>(node: { kind: DraftNode['kind']; content: C }, texts: ReadonlyMap<string, string>): C {
  return textsOf(node).reduce<C>((content, { key, path }) => {
    const text = texts.get(key)
    return text === undefined ? content : (replaced(content, path, text) as C)
  }, node.content)
}

function replaced(value: unknown, [key, ...rest]: readonly (string | number)[], text: string): unknown {
  if (key === undefined) return text
  if (typeof key === 'number') return (value as unknown[]).map((item, at) => (at === key ? replaced(item, rest, text) : item))
  return { ...(value as object), [key]: replaced((value as Record<string, unknown>)[key], rest, text) }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns a copy of a translation's content with new texts. A text that the translation lacks is added at the place
 * that it has in the original, if the translation has the objects and list items that lead there.
 * @param texts the new texts, keyed as in `textsOf`
 */
export function withTranslatedTexts(original: Node, twin: Node, texts: ReadonlyMap<string, string>): DraftNode['content'] {
  const present = new Set(textsOf(twin).map(({ key }) => key))
  const added = textsOf(original).filter(({ key }) => texts.has(key) && !present.has(key))
  return added.reduce<DraftNode['content']>(
    (content, { key, path }) => {
      const changed = placed(content, path, texts.get(key) ?? '')
      return (changed as DraftNode['content'] | undefined) ?? content
    },
    withTexts(twin, texts),
  )
}

/** Sets a text whose last key may be missing. @returns undefined if another part of the path is missing */
function placed(value: unknown, [key, ...rest]: readonly (string | number)[], text: string): unknown {
  if (key === undefined) return text
  if (typeof key === 'number') {
    if (!Array.isArray(value) || key >= value.length) return undefined
    const item = placed(value[key], rest, text)
    return item === undefined ? undefined : value.with(key, item)
  }
  if (!isRecord(value) || (rest.length > 0 && !Object.hasOwn(value, key))) return undefined
  const inner = placed(value[key], rest, text)
  return inner === undefined ? undefined : { ...value, [key]: inner }
}
