import { phrases } from '@sportello/phrases'
import { expect, test } from 'vitest'
import { withOwnWords } from './own-words.ts'

const words = { language: 'de' as const, visitor: phrases.de.visitor, issues: phrases.de.issues }

test.each<[own: Record<string, string> | null, key: keyof typeof words.visitor, text: string]>([
  [null, 'invia_richiesta', phrases.de.visitor.invia_richiesta],
  [{}, 'invia_richiesta', phrases.de.visitor.invia_richiesta],
  [{ invia_richiesta: 'Los' }, 'invia_richiesta', 'Los'],
  [{ invia_richiesta: 'Go', 'de.invia_richiesta': 'Los' }, 'invia_richiesta', 'Los'],
  [{ 'en.invia_richiesta': 'Go' }, 'invia_richiesta', phrases.de.visitor.invia_richiesta],
  [{ invia_richiesta: '' }, 'invia_richiesta', ''],
  [{ toString: 'x', constructor: 'y' }, 'invia_richiesta', phrases.de.visitor.invia_richiesta],
])('withOwnWords, called with the customer’s own texts %j, returns for the phrase %s the text %j', (own, key, text) => {
  expect(withOwnWords(words, own).visitor[key]).toBe(text)
})

test('withOwnWords replaces the error messages of fields with the customer’s texts, and does not add unknown keys', () => {
  const own = withOwnWords(words, { campo_richiesto: 'Bitte ausfüllen', unheard_of: 'x' })
  expect(own.issues?.campo_richiesto).toBe('Bitte ausfüllen')
  expect(Object.keys(own.visitor)).toEqual(Object.keys(words.visitor))
  expect(Object.keys(own.issues ?? {})).toEqual(Object.keys(words.issues))
})
