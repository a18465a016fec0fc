import type { DraftOperation } from '@sportello/contract'
import { contentOperations, type DraftTree, inlineParts, type TranslatedText, withTranslatedTexts } from '@sportello/editing'

/** Returns a translation in which words are replaced, as written. Tags and variables stay as they are. */
function replacedIn({ target, isHtml }: Pick<TranslatedText, 'target' | 'isHtml'>, from: string, to: string): string {
  if (from === '') return target
  return inlineParts(target, isHtml)
    .map(({ kind, text }) => (kind === 'code' ? text : text.replaceAll(from, () => to)))
    .join('')
}

/**
 * Returns the translations that contain words outside of tags and variables. Stale ones are left out, because a changed
 * translation counts as brought up to date.
 */
export const textsToReplace = (texts: readonly TranslatedText[], from: string, to: string): TranslatedText[] =>
  from === '' ? [] : texts.filter((text) => text.state === 'translated' && replacedIn(text, from, to) !== text.target)

/** Returns the operations that replace words in translations. */
export function replaceInTexts(tree: DraftTree, texts: readonly TranslatedText[], from: string, to: string): DraftOperation[] {
  const byNode = Map.groupBy(textsToReplace(texts, from, to), ({ id }) => id)
  return [...byNode].flatMap(([id, own]): DraftOperation[] => {
    const [original, twin] = [tree.get(own[0]?.original ?? ''), tree.get(id)]
    if (!original || !twin) return []
    const changed = withTranslatedTexts(original, twin, new Map(own.map((text) => [text.key, replacedIn(text, from, to)])))
    return contentOperations(id, twin.content, changed)
  })
}
