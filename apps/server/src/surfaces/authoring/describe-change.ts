import { type DraftNode, type Language, ROOT_ID, type ShownChange } from '@sportello/contract'
import type { Change } from '@sportello/editing'
import { phrases } from '@sportello/phrases'
import { fill } from '@sportello/phrases/fill'

type Words = (typeof phrases)[Language]
type ChangeWord = keyof Words['changes']

/**
 * Maximum number of characters of a value that a description shows. Of a longer text, the description only says that it
 * has changed.
 */
const SHOWN_CHARACTERS = 60
/** Maximum number of a list's options that a description names. */
const SHOWN_ITEMS = 5

/** Describes a difference between two versions of a form as a sentence. */
export function describeChange(change: Change, language: Language): ShownChange {
  const { node, parent } = change
  const words = phrases[language]
  const step = node.kind === 'step' ? node : parent
  return { text: textOf(change, words), step: step?.id ?? ROOT_ID, title: step ? nameOf(step, words) : '', field: node.kind === 'field' ? node.id : null }
}

/** Returns the sentence which says that a secret of a form has changed. */
export function describeSecretChange(language: Language): ShownChange {
  const { changes, editor } = phrases[language]
  return { text: changes.change_secret, step: ROOT_ID, title: editor.problems_whole_form, field: null }
}

function textOf(change: Change, words: Words): string {
  const { kind, node, parent, below } = change
  const say = (key: ChangeWord, ...params: string[]) => fill(words.changes[key], params)
  const name = nameOf(node, words)
  if (kind === 'set') return setText(change, name, words)
  const where = parent ? nameOf(parent, words) : ''
  if (below > 0) return say(kind === 'removed' ? 'change_step_removed_below' : 'change_step_added_below', name, where, String(below))
  return say(`change_${node.kind}_${kind}`, name, where)
}

function setText({ node, path, before, after }: Change, name: string, words: Words): string {
  const say = (key: ChangeWord, ...params: string[]) => fill(words.changes[key], params)
  const key = path.join('.')
  if (key === 'tag_description' || key === 'value.property_description') {
    return say('change_renamed', typeof before === 'string' && before !== '' ? before : name, typeof after === 'string' ? after : '')
  }
  if (node.kind === 'field' && key === 'required') return say(after ? 'change_required' : 'change_optional', name)
  if (node.kind === 'field' && key === 'hidden') return say(after ? 'change_hidden' : 'change_shown', name)
  const label = labelOf(node, path, words)
  if (Array.isArray(before) || Array.isArray(after)) {
    const items = itemTexts(before, after, words)
    return items.length > 0 ? say('change_items', name, label, items.join(', ')) : say('change_other', name, label)
  }
  const [was, is] = [shownValue(before, words), shownValue(after, words)]
  if (was === undefined || is === undefined) return say(typeof (after ?? before) === 'string' ? 'change_text' : 'change_other', name, label)
  if (was === '') return say('change_new', name, label, is)
  return is === '' ? say('change_gone', name, label, was) : say('change_value', name, label, was, is)
}

/**
 * Returns the name by which people recognise a step or field: its title or label; without one, the kind of the block.
 */
function nameOf({ id, content }: DraftNode, { changes, editor }: Words): string {
  const value = content.value as { property_description?: unknown; property_code?: unknown } | undefined
  const named = [content.tag_description, value?.property_description, content.title, value?.property_code].find(
    (each) => typeof each === 'string' && each !== '',
  )
  if (typeof named === 'string') return named
  if (id === ROOT_ID) return editor.problems_whole_form
  return changes.change_block
}

/** Returns the name that the editor shows for a setting; the setting's path if the editor has no name for it. */
function labelOf({ kind }: DraftNode, path: readonly string[], { editor }: Words): string {
  const known: Readonly<Record<string, string>> = editor
  const last = path.at(-1) ?? ''
  const keys =
    path[0] === 'form_params' ? [`param_${path.slice(1).join('_')}`] : kind === 'step' ? [`step_${last}`, `editor_${last}`, `part_${last}`] : fieldKeys(path)
  return keys.map((key) => known[key]).find((label) => label !== undefined) ?? path.join('.')
}

function fieldKeys(path: readonly string[]): string[] {
  const last = path.at(-1) ?? ''
  if (path[0] !== 'value') return [`field_${last}`]
  if (path[1] === 'default_value') return [last === 'input_type' ? 'field_input_type' : `set_${last}`]
  return last === 'property_code' ? ['editor_code'] : [`part_${last === 'value' ? 'text' : last}`, `field_${last}`]
}

/**
 * Formats a value for people. Returns an empty string if there is no value, and undefined if the value is too long or
 * consists of several parts.
 */
function shownValue(value: unknown, { changes }: Words): string | undefined {
  if (value === undefined || value === null || value === '') return ''
  if (typeof value === 'boolean') return value ? changes.change_yes : changes.change_no
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string' || value.length > SHOWN_CHARACTERS || value.includes('<')) return undefined
  return fill(changes.change_quoted, [value])
}

interface Item {
  key: string
  label: string
}

/**
 * Returns sentences that name the added, removed and renamed options; an empty list if the values are not lists of
 * options.
 */
function itemTexts(before: unknown, after: unknown, { changes }: Words): string[] {
  const [was, is] = [itemsOf(before), itemsOf(after)]
  if (!was || !is) return []
  const old = new Map(was.map(({ key, label }) => [key, label]))
  const now = new Set(is.map(({ key }) => key))
  const texts = [
    ...is.filter(({ key }) => !old.has(key)).map(({ label }) => fill(changes.change_item_added, [label])),
    ...was.filter(({ key }) => !now.has(key)).map(({ label }) => fill(changes.change_item_removed, [label])),
    ...is
      .filter(({ key, label }) => old.has(key) && old.get(key) !== label)
      .map(({ key, label }) => fill(changes.change_item_renamed, [old.get(key) ?? '', label])),
  ]
  return texts.length > SHOWN_ITEMS ? [...texts.slice(0, SHOWN_ITEMS), '…'] : texts
}

function itemsOf(value: unknown): Item[] | undefined {
  if (value === undefined) return []
  if (!Array.isArray(value)) return undefined
  const items = value.flatMap((each: unknown): Item[] => {
    if (typeof each === 'string') return [{ key: each, label: each }]
    const { key, value: label } = (each ?? {}) as { key?: unknown; value?: unknown }
    return typeof key === 'string' ? [{ key, label: typeof label === 'string' ? label : key }] : []
  })
  return items.length === value.length ? items : undefined
}
