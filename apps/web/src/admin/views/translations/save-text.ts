import type { DraftOperation } from '@sportello/contract'
import { contentOperations, type DraftTree, type TranslatedText, translatedFrom, withRecord, withTranslatedTexts } from '@sportello/editing'

/**
 * Returns the operations that give a text a translation, after which it is up to date. An empty translation puts the
 * original in its place, as untranslated, because visitors must not see an empty text.
 * @param mark a mark for the record of the translation, which says that it still needs a translator (`MACHINE_MADE`)
 */
export function saveText(tree: DraftTree, { original, id, key, source }: TranslatedText, target: string, mark?: string): DraftOperation[] {
  const [from, twin] = [tree.get(original), tree.get(id)]
  if (!from || !twin) return []
  const isEmpty = target.trim() === ''
  const { [key]: _done, ...others } = translatedFrom(twin)
  const record = isEmpty ? { ...others, [key]: '' } : mark === undefined ? others : { ...others, [key]: mark }
  const content = withRecord(withTranslatedTexts(from, twin, new Map([[key, isEmpty ? source : target]])), record)
  return contentOperations(id, twin.content, content)
}
