import { readAuthorHtml } from '../author-html.ts'
import { type CheckedField, placeOfField, textOf } from '../checked-form.ts'
import { defineCheck } from '../finding.ts'
import { blockTexts } from '../texts.ts'

/** Minimum number of words in a text for which the readability index is meaningful. */
const ENOUGH_WORDS = 30
/**
 * If the Gulpease readability index of a text is below this value, the text is very hard to read for people without a
 * secondary school certificate.
 */
const HARD = 40

/** Reports Italian texts that are hard to read, according to the Gulpease index (Lucisano and Piemontese 1988). */
export const hardToRead = defineCheck({
  id: 'hard-to-read',
  severity: 'hint',
  rule: 'Italian texts have a Gulpease index of at least 40.',
  words: {
    it: { text: 'Testo difficile (indice Gulpease {1}): frasi più corte aiutano chi legge.' },
    en: { text: 'A hard text (Gulpease index {1}): shorter sentences help the reader.' },
    de: { text: 'Schwieriger Text (Gulpease-Index {1}): kürzere Sätze helfen beim Lesen.' },
    es: { text: 'Texto difícil (índice Gulpease {1}): frases más cortas ayudan a leer.' },
    fr: { text: 'Texte difficile (indice Gulpease {1}) : des phrases plus courtes aident à lire.' },
    el: { text: 'Δύσκολο κείμενο (δείκτης Gulpease {1}): οι μικρότερες προτάσεις βοηθούν τον αναγνώστη.' },
    nl: { text: 'Moeilijke tekst (Gulpease-index {1}): kortere zinnen helpen de lezer.' },
  },
  *find({ steps }) {
    for (const step of steps) {
      if ((step.language ?? 'it') !== 'it') continue
      for (const field of step.fields)
        for (const { html, path } of texts(field)) {
          const index = gulpease(readAuthorHtml(html).text)
          if (index !== undefined && index < HARD) yield { text: 'text', place: placeOfField(field, ...path), values: [Math.round(index)] }
        }
    }
  },
})

const texts = (field: CheckedField) => [...blockTexts(field), { html: textOf(field.content.info_text), path: ['info_text'] }]

/**
 * Returns the Gulpease readability index of a text: 89 + (300 × sentences − 10 × letters) / words; undefined if the
 * text is too short.
 */
function gulpease(text: string): number | undefined {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length < ENOUGH_WORDS) return undefined
  const letters = words.reduce((sum, word) => sum + word.length, 0)
  const sentences = text.split(/[.!?;:\n]+/).filter((part) => /\p{L}/u.test(part)).length
  return 89 + (300 * sentences - 10 * letters) / words.length
}
