import { placeOfStep } from '../checked-form.ts'
import { defineCheck } from '../finding.ts'

/** Reports two options of a step with the same title, because visitors cannot distinguish them. */
export const sameTitles = defineCheck({
  id: 'same-titles',
  severity: 'warning',
  rule: 'The options of a step have different titles.',
  words: {
    it: { twice: 'Nello stesso passo ci sono due scelte «{1}».' },
    en: { twice: 'The same step has two choices “{1}”.' },
    de: { twice: 'Derselbe Schritt hat zweimal die Auswahl „{1}“.' },
    es: { twice: 'El mismo paso tiene dos opciones «{1}».' },
    fr: { twice: 'La même étape a deux choix « {1} ».' },
    el: { twice: 'Το ίδιο βήμα έχει δύο επιλογές «{1}».' },
    nl: { twice: 'Dezelfde stap heeft twee keuzes “{1}”.' },
  },
  *find({ steps }) {
    for (const { children } of steps) {
      const seen = new Set<string>()
      for (const child of children) {
        const title = child.title.trim().toLocaleLowerCase()
        if (title !== '' && seen.has(title)) yield { text: 'twice', place: placeOfStep(child, 'tag_description'), values: [child.title] }
        seen.add(title)
      }
    }
  },
})
