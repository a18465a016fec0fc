import type { CommentPhrases } from '@sportello/phrases/comments'

/** Returns the key of the phrase for a number of comments, in the singular or plural form according to the language. */
export function numbered(key: 'comments_open' | 'comments_count', count: number, language: string): keyof CommentPhrases {
  return `${key}_${new Intl.PluralRules(language).select(count) === 'one' ? 'one' : 'other'}`
}

/** Groups comments into threads. Returns the comments that are not replies, in their order, each with its replies. */
export function threadsOf<T extends { id: string; reply_to: string | null }>(comments: readonly T[]): { comment: T; answers: T[] }[] {
  const answers = new Map<string, T[]>()
  for (const comment of comments) if (comment.reply_to !== null) answers.set(comment.reply_to, [...(answers.get(comment.reply_to) ?? []), comment])
  return comments.filter(({ reply_to }) => reply_to === null).map((comment) => ({ comment, answers: answers.get(comment.id) ?? [] }))
}
