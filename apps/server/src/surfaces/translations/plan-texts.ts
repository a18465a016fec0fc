import { type DraftNode, type DraftOperation, languageOf, ROOT_ID, type Tag } from '@sportello/contract'
import {
  codeDifference,
  contentOperations,
  type DraftTree,
  hasSameCodes,
  languageCopy,
  nameOfText,
  type TranslatedText,
  translatedFrom,
  translationOf,
  withRecord,
  withTranslatedTexts,
} from '@sportello/editing'
import { comparable, type ExchangeText, type IncomingText } from './exchange-text.ts'

/** A translation that a file changes. */
interface TextChange {
  name: string
  place: string
  source: string
  before: string
  after: string
  /** True if the original has changed since the file was written, so that the translation is already stale. */
  isStale: boolean
}

/** A translation in a file that cannot be taken: its text no longer exists, or its codes are not those of the original. */
interface RefusedText {
  name: string
  place: string
  /** The refused translation. */
  target: string
  reason: 'unknown' | 'codes'
  missing: string[]
  extra: string[]
}

/** What a file of translations changes in a form. */
export interface TextPlan {
  changes: TextChange[]
  refused: RefusedText[]
  /** Number of texts in the file that are the same as in the form. */
  unchanged: number
  operations: DraftOperation[]
}

/**
 * Returns the operation that adds a language to a form: a copy of the main language, recorded as untranslated.
 * @returns undefined if the form has the language already, or has no languages at all
 */
export function newLanguage(tree: DraftTree, language: string, newId: () => string): DraftOperation | undefined {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  return languageCopy(tree, language, name.charAt(0).toLocaleUpperCase(language) + name.slice(1), newId)
}

/** Returns all texts of a form for a file of translations; undefined if the form does not have the language. */
export function exchangeTexts(tree: DraftTree, language: string): ExchangeText[] | undefined {
  const places = new Map<string, string>()
  const placeOf = (step: string): string => {
    const known = places.get(step)
    if (known !== undefined) return known
    const titles = tree.pathOf(step).flatMap(({ id, content }) => (id === ROOT_ID || isLanguage(content) ? [] : [String(content.tag_description ?? '')]))
    const place = titles.toReversed().join(' › ')
    places.set(step, place)
    return place
  }
  return translationOf(tree, language)?.texts.map((text) => ({
    name: nameOfText(text),
    place: placeOf(text.step),
    source: text.source,
    target: text.state === 'untranslated' ? '' : text.target,
    state: text.state,
    earlier: text.earlier,
    isHtml: text.isHtml,
  }))
}

const isLanguage = (content: DraftNode['content']) => languageOf(content as unknown as Tag) !== undefined

/**
 * Returns what the translations of a file change in a form. A translation is taken only if it has the same tags and
 * variables as its original, or as the translation that it replaces.
 * @param toStored converts a text of the file to the form's own spelling
 */
export function planTexts(tree: DraftTree, language: string, incoming: readonly IncomingText[], toStored: (text: string, isHtml: boolean) => string): TextPlan {
  const known = new Map((translationOf(tree, language)?.texts ?? []).map((text) => [nameOfText(text), text]))
  const places = new Map((exchangeTexts(tree, language) ?? []).map(({ name, place }) => [name, place]))
  const plan: TextPlan = { changes: [], refused: [], unchanged: 0, operations: [] }
  const taken = new Map<string, { text: TranslatedText; after: string; from: string | undefined }[]>()
  for (const { name, source, target, isDone } of incoming) {
    const text = known.get(name)
    const place = places.get(name) ?? ''
    if (!text) {
      plan.refused.push({ name, place, target, reason: 'unknown', missing: [], extra: [] })
      continue
    }
    const { isHtml } = text
    const after = toStored(target, isHtml)
    if (after.trim() === '') continue
    const isSame = (one: string, other: string) => comparable(one, isHtml) === comparable(other, isHtml)
    const isStale = source !== undefined && !isSame(toStored(source, isHtml), text.source)
    if (text.state !== 'untranslated' && isSame(after, text.target) && (isStale || !isDone || text.state === 'translated')) {
      plan.unchanged += 1
      continue
    }
    if (!hasSameCodes(text.source, after, isHtml) && !hasSameCodes(text.target, after, isHtml)) {
      plan.refused.push({ name, place, target: after, reason: 'codes', ...codeDifference(text.source, after, isHtml) })
      continue
    }
    const from = isStale ? toStored(source ?? '', isHtml) : undefined
    plan.changes.push({ name, place, source: text.source, before: text.state === 'untranslated' ? '' : text.target, after, isStale })
    taken.set(text.id, [...(taken.get(text.id) ?? []), { text, after, from }])
  }
  plan.operations = [...taken].flatMap(([id, texts]) => operationsFor(tree, id, texts))
  return plan
}

function operationsFor(tree: DraftTree, id: string, texts: readonly { text: TranslatedText; after: string; from: string | undefined }[]): DraftOperation[] {
  const twin = tree.get(id)
  const original = tree.get(texts[0]?.text.original ?? '')
  if (!twin || !original) return []
  const after = withTranslatedTexts(original, twin, new Map(texts.map((each) => [each.text.key, each.after])))
  const record: Record<string, string> = { ...translatedFrom(twin) }
  for (const { text, from } of texts) {
    if (from === undefined) delete record[text.key]
    else record[text.key] = from
  }
  return contentOperations(id, twin.content, withRecord(after, record))
}
