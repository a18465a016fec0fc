import type { DraftNode, FormField } from '@sportello/contract'

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
  HTML: [''],
  ALERT: ['text'],
  FAQ: ['*.question', '*.answer'],
  SEND_BUTTON_CUSTOMIZATION: ['label'],
  HTML_SUMMARY: [''],
  HTML_HEADER: [''],
  HTML_HEADER_BUTTON: ['title'],
  FOOTER: ['title', 'description', 'links.*.textElem', 'colonne.*.nomeColonna', 'colonne.*.elems.*.textElem'],
  CONFIRM_MODAL: ['title', 'text', 'confirm', 'cancel'],
  TERMS_CONDITIONS: ['text', 'html'],
  FURTHER_QUESTIONS: ['text', 'nofields', 'yes', 'greetings', 'whatSelected', ...QUESTION_TEXTS.map((path) => `fields.*.property.${path}`)],
  TOKEN_LOGIN: QUESTION_TEXTS.map((path) => `fields.*.${path}`),
}

type Node = Pick<DraftNode, 'kind' | 'content'>

/**
 * Returns the paths to the texts in a step or field that visitors read. A translator may change these texts. In a path,
 * `*` stands for each item of a list.
 */
function textPaths({ kind, content }: Node): readonly string[][] {
  const values = kind === 'field' ? (VALUE_TEXTS[content.type as FormField['type']] ?? []) : []
  const paths = kind === 'field' ? [...FIELD_TEXTS, ...values.map((path) => (path === '' ? 'value' : `value.${path}`))] : STEP_TEXTS
  return paths.map((path) => path.split('.'))
}

/**
 * Returns true if a path in the content of a step or field leads to a text that visitors read. The path contains the
 * index of a list item, or `*`.
 */
export function isTextPath(node: Node, path: readonly string[]): boolean {
  return textPaths(node).some(
    (text) => text.length === path.length && text.every((key, at) => (key === '*' ? /^(?:\*|\d+)$/.test(path[at] ?? '') : key === path[at])),
  )
}

/** Returns the content of a step or field without its texts. The rest is the same in a translation and its original. */
export function withoutTexts(node: Node): unknown {
  return textPaths(node).reduce<unknown>(without, node.content)
}

function without(value: unknown, [key = '', ...rest]: readonly string[]): unknown {
  if (key === '*') return Array.isArray(value) ? value.map((item) => without(item, rest)) : value
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, key)) return value
  const { [key]: inner, ...others } = value as Record<string, unknown>
  return rest.length === 0 ? others : { ...others, [key]: without(inner, rest) }
}
