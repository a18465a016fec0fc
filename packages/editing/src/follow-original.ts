import type { DraftNode } from '@sportello/contract'
import { isSameJson } from './json-equal.ts'
import { textsOf, withoutTexts, withTexts } from './texts.ts'

type Content = DraftNode['content']
type Node = Pick<DraftNode, 'kind' | 'content'>

/**
 * Record of a translated step or field: for each text that needs work, the original text from which it was translated.
 * The record is empty for a text that was copied and never translated. A text without an entry is up to date.
 */
export type TranslatedFrom = Readonly<Record<string, string>>

/** Properties that a translated step or field has for itself, so that they may differ from those of the original. */
const OWN_KEYS = ['code_tag', 'twin_of', 'translated_from', 'only_here', 'tag_type', 'params', 'ordering']

/** Returns the record of a translated step or field. */
export function translatedFrom({ content }: { content: Readonly<Record<string, unknown>> }): TranslatedFrom {
  const record = content.translated_from
  return typeof record === 'object' && record !== null && !Array.isArray(record) ? (record as TranslatedFrom) : {}
}

/** Returns a node's content with a record; without one if the record is empty. */
export function withRecord({ translated_from: _before, ...content }: Content, record: TranslatedFrom): Content {
  return Object.keys(record).length === 0 ? content : { ...content, translated_from: record as Content[string] }
}

/** Returns what a translation has in common with its original if both were edited alike. */
function settingsOf(node: Node): unknown {
  const content = { ...(withoutTexts(node) as Content) }
  for (const key of OWN_KEYS) delete content[key]
  return content
}

/**
 * Returns the content of a translation after a change of its original. Settings that were the same as in the original
 * stay the same, for example a limit or the options of a select; texts that come with them are copied and recorded as
 * untranslated. Each text whose original has changed is recorded with the earlier original. Texts that were copied and
 * never translated follow the original.
 * @param before the original before the change
 * @param after the original after the change
 * @param twin the translation, before the change
 * @returns the twin's own content object if nothing changes
 */
export function followOriginal(before: Node, after: Node, twin: Node): Content {
  const followed = withSettingsOf(before, after, twin)
  const record = recordAfter(before, after, followed)
  const [earlier, now] = [textMap(before), textMap(after)]
  const copied = new Map([...now].filter(([key, text]) => record[key] === '' && earlier.has(key) && earlier.get(key) !== text))
  const content = withRecord(withTexts(followed, copied), record)
  return isSameJson(content, twin.content) ? twin.content : content
}

/**
 * Returns the record of a translation after a change of its original: each text whose original has changed is recorded
 * with the earlier original, unless it was recorded before. A text whose original is again the recorded one is up to
 * date.
 */
export function recordAfter(before: Node, after: Node, twin: Node): TranslatedFrom {
  const [earlier, own] = [textMap(before), textMap(twin)]
  const record: Record<string, string> = Object.fromEntries(Object.entries(translatedFrom(twin)).filter(([key]) => own.has(key)))
  for (const [key, text] of textMap(after)) {
    const was = earlier.get(key)
    if (was === undefined || was === text || !own.has(key)) continue
    if (record[key] === undefined) record[key] = was
    else if (record[key] === text) delete record[key]
  }
  return record
}

/** Gives a translation the changed settings of its original, if the settings of both were the same before. */
function withSettingsOf(before: Node, after: Node, twin: Node): Node {
  const settings = settingsOf(before)
  if (isSameJson(settings, settingsOf(after)) || !isSameJson(settings, settingsOf(twin))) return twin
  const kept = Object.fromEntries(OWN_KEYS.flatMap((key) => (twin.content[key] === undefined ? [] : [[key, twin.content[key]]]))) as Content
  const shared = { ...after.content }
  for (const key of OWN_KEYS) delete shared[key]
  const own = textMap(twin)
  const node = { kind: twin.kind, content: { ...withTexts({ kind: twin.kind, content: shared }, own), ...kept } }
  const known = textMap(before)
  const untranslated = textsOf(node).filter(({ key }) => !own.has(key) && !known.has(key))
  return { ...node, content: withRecord(node.content, { ...translatedFrom(twin), ...Object.fromEntries(untranslated.map(({ key }) => [key, ''])) }) }
}

/**
 * Returns the content of a translation after its author has changed it: a text that was changed is up to date again.
 * The record stays as it is if the author has changed the record.
 */
export function afterTranslation(before: Node, after: Node): Content {
  const record = translatedFrom(after)
  if (Object.keys(record).length === 0 || !isSameJson(record, translatedFrom(before))) return after.content
  const kept = withoutChanged(record, before, after)
  return isSameJson(kept, record) ? after.content : withRecord(after.content, kept)
}

/** Returns the entries of a record whose texts are the same in two versions of a translation. */
export function withoutChanged(record: TranslatedFrom, before: Node, after: Node): TranslatedFrom {
  const [earlier, now] = [textMap(before), textMap(after)]
  return Object.fromEntries(Object.entries(record).filter(([key]) => now.has(key) && earlier.get(key) === now.get(key)))
}

const textMap = (node: Node) => new Map(textsOf(node).map(({ key, text }) => [key, text]))
