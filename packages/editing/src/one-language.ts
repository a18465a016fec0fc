import { type Definition, languageOf } from '@sportello/contract'

/**
 * Returns a live version in which one language is as in the draft, for its publication on its own. Everything else,
 * including the other languages and the parameters of the form, stays as it is live. A language that is not live yet is
 * added at the place that it has in the draft.
 * @returns undefined if the draft does not have the language
 */
export function withOneLanguage(live: Definition, draft: Definition, language: string): Definition | undefined {
  const own = draft.children.find((step) => languageOf(step) === language)
  if (!own) return undefined
  if (live.children.some((step) => languageOf(step) === language))
    return { ...live, children: live.children.map((step) => (languageOf(step) === language ? own : step)) }
  // The languages that come before the new one in the draft and are live.
  const earlier = new Set(draft.children.slice(0, draft.children.indexOf(own)).map((step) => languageOf(step)))
  const at = live.children.findLastIndex((step) => earlier.has(languageOf(step))) + 1
  return { ...live, children: live.children.toSpliced(at, 0, own) }
}
