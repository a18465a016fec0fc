import { createHmac } from 'node:crypto'
import type { Answers } from '@sportello/contract'

/** Length in characters up to which a text without its spaces and signs is a word too, such as that of a number plate. */
const MAX_WHOLE = 64
/** Number of words of an answer by which its request can be found. */
const MAX_WORDS = 30

/** Returns a text in lower case, without accents, in words of letters and digits. */
function wordsIn(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ')
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Letters by themselves would be in almost every answer. Digits are house numbers. */
const isSought = (word: string) => word.length > 1 || /\p{N}/u.test(word)

/**
 * Returns the words by which an answer is found: its own, and the whole answer as one word, so that `AB 123 CD` is found by
 * `ab123cd` too. Dates are also found as people write them, with the day first.
 */
export function wordsOfAnswer(text: string): string[] {
  const words = wordsIn(text)
  const whole = words.join('')
  const date = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  const wholes = date ? [whole, `${date[3]}${date[2]}${date[1]}`] : [whole]
  return [...new Set([...wholes.filter(({ length }) => length <= MAX_WHOLE), ...words.slice(0, MAX_WORDS)])].filter(isSought)
}

/** What an operator looks for: the whole text as one word, or all of its words. */
export interface Sought {
  whole: string | undefined
  words: string[]
}

/** Returns what to look for in answers. Nothing is found by a text without a word. */
export function soughtWords(text: string): Sought {
  const words = wordsIn(text)
  const whole = words.join('')
  return { whole: isSought(whole) ? whole : undefined, words: [...new Set(words.filter(isSought))].slice(0, MAX_WORDS) }
}

/**
 * Returns the hash of a word. It is keyed, because anybody could compute unkeyed hashes of all names. 12 bytes are enough:
 * that two of 2^32 words have the same hash is as improbable as one in a billion.
 */
export function wordHash(secretKey: string, word: string): Buffer {
  return createHmac('sha256', secretKey).update(`search_word\n${word}`).digest().subarray(0, 12)
}

/**
 * Returns the keyed hashes of the words of the answers to some properties.
 * @param properties the form parameter `desk_search`
 */
export function answerHashes(secretKey: string, properties: readonly string[], answers: Answers): Buffer[] {
  const given = properties.flatMap((property) => (Object.hasOwn(answers, property) ? [answers[property]].flat() : []))
  const texts = given.filter((value) => typeof value === 'string' || typeof value === 'number').map(String)
  return [...new Set(texts.flatMap(wordsOfAnswer))].map((word) => wordHash(secretKey, word))
}
