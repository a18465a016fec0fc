import { placeOfStep } from '../checked-form.ts'
import { contrast, isHexColor } from '../contrast.ts'
import { defineCheck } from '../finding.ts'

/** Minimum contrast ratio of text (WCAG 1.4.3). */
const READABLE = 4.5

/**
 * Reports a brand colour with too little contrast: white text on it, or text in this colour on white, is hard to read.
 * The
 * visitors' pages darken such a colour.
 */
export const brandContrast = defineCheck({
  id: 'brand-contrast',
  severity: 'warning',
  rule: 'The brand colour has a contrast of at least 4.5 to white.',
  words: {
    it: { color: 'Il colore {1} di «{2}» è troppo chiaro per un testo (contrasto {3}, ne serve 4,5): le pagine lo scuriscono.' },
    en: { color: 'The colour {1} of “{2}” is too light for text (contrast {3}, 4.5 needed): the pages darken it.' },
    de: { color: 'Die Farbe {1} von „{2}“ ist zu hell für Text (Kontrast {3}, nötig 4,5): Die Seiten dunkeln sie ab.' },
    es: { color: 'El color {1} de «{2}» es demasiado claro para un texto (contraste {3}, hace falta 4,5): las páginas lo oscurecen.' },
    fr: { color: 'La couleur {1} de « {2} » est trop claire pour un texte (contraste {3}, il faut 4,5) : les pages l’assombrissent.' },
    el: { color: 'Το χρώμα {1} του «{2}» είναι πολύ ανοιχτό για κείμενο (αντίθεση {3}, χρειάζεται 4,5): οι σελίδες το σκουραίνουν.' },
    nl: { color: 'De kleur {1} van “{2}” is te licht voor tekst (contrast {3}, nodig 4,5): de pagina’s maken haar donkerder.' },
  },
  *find({ root, audiences }) {
    for (const { form } of audiences) {
      if (!form || !isHexColor(form.color)) continue
      const ratio = contrast(form.color, '#ffffff')
      if (ratio < READABLE) yield { text: 'color', place: placeOfStep(root), values: [form.color, form.code, ratio.toFixed(1)] }
    }
  },
})
