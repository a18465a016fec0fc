import { describe, expect, test } from 'vitest'
import { answerHashes, soughtWords, wordHash, wordsOfAnswer } from './search-words.ts'

describe('the words of an answer', () => {
  test.each([
    ['AB 123 CD', ['ab123cd', 'ab', '123', 'cd']],
    ['  Forlì-Cesena  ', ['forlicesena', 'forli', 'cesena']],
    ['Ἀθῆναι ΟΔΟΣ', ['αθηναιοδοσ', 'αθηναι', 'οδοσ']],
    ['οδός', ['οδοσ']],
    ['2026-03-01', ['20260301', '01032026', '2026', '03', '01']],
    ['a', []],
    ['—', []],
    ['東京都', ['東京都']],
  ])('of %j are %j', (text, words) => {
    expect(wordsOfAnswer(text)).toEqual(words)
  })

  test('are at most thirty, and no whole longer than 64 characters', () => {
    const words = wordsOfAnswer(Array.from({ length: 500 }, (_, n) => `word${n}`).join(' '))
    expect(words).toHaveLength(30)
    expect(wordsOfAnswer('x'.repeat(65))).toEqual(['x'.repeat(65)])
  })

  test('are found by what people type', () => {
    const finds = (answer: string, text: string) => {
      const words = new Set(wordsOfAnswer(answer))
      const { whole, words: all } = soughtWords(text)
      return (whole !== undefined && words.has(whole)) || (all.length > 0 && all.every((word) => words.has(word)))
    }
    for (const text of ['ab123cd', 'AB 123-CD', 'ab-123-cd', '123']) expect([text, finds('AB 123 CD', text)]).toEqual([text, true])
    expect(finds('Via Garibaldi 7', 'garibaldi 7')).toBe(true)
    expect(finds('Via Garibaldi 7', 'garibaldi 9')).toBe(false)
    for (const text of ['ab 124', 'ab123c', '', ' ', 'a', '%', '123 x9']) expect([text, finds('AB 123 CD', text)]).toEqual([text, false])
    expect(finds('2026-03-01', '01/03/2026')).toBe(true)
    expect(finds('Müller', 'muller')).toBe(true)
  })
})

describe('the hashes of answers', () => {
  test('depend on the key, and contain only the chosen properties, of texts, numbers and lists', () => {
    const answers = { plate: 'AB 1', number: 4711, chosen: ['red', 'dark blue'], other: 'secret', file: { name: 'x' }, none: null }
    const of = (properties: string[], key = 'k') => answerHashes(key, properties, answers).map((hash) => hash.toString('hex'))
    const hash = (word: string) => wordHash('k', word).toString('hex')
    expect(of(['plate'])).toEqual(['ab1', 'ab', '1'].map(hash))
    expect(of(['number', 'chosen'])).toEqual(['4711', 'red', 'darkblue', 'dark', 'blue'].map(hash))
    expect(of(['file', 'none', 'missing', '__proto__', 'constructor'])).toEqual([])
    expect(of(['plate'], 'other')).not.toEqual(of(['plate']))
  })
})
