import { readAuthorHtml } from '../author-html.ts'
import { placeOfField } from '../checked-form.ts'
import { defineCheck } from '../finding.ts'
import { blockTexts } from '../texts.ts'

/**
 * Reports pictures without an alternative text for people who cannot see them (WCAG 1.1.1). An empty `alt` is allowed,
 * because it marks a decorative picture.
 */
export const pictureText = defineCheck({
  id: 'picture-text',
  severity: 'warning',
  rule: 'Every picture has an alternative text.',
  words: {
    it: { picture: 'Un’immagine non ha un testo alternativo: chi non vede non sa che cosa mostra.' },
    en: { picture: 'A picture has no alternative text: people who cannot see do not know what it shows.' },
    de: { picture: 'Ein Bild hat keinen Alternativtext: Wer nicht sieht, weiß nicht, was es zeigt.' },
    es: { picture: 'Una imagen no tiene texto alternativo: quien no ve no sabe qué muestra.' },
    fr: { picture: 'Une image n’a pas de texte de remplacement : qui ne voit pas ignore ce qu’elle montre.' },
    el: { picture: 'Μια εικόνα δεν έχει εναλλακτικό κείμενο: όποιος δεν βλέπει δεν ξέρει τι δείχνει.' },
    nl: { picture: 'Een afbeelding heeft geen alternatieve tekst: wie niet ziet, weet niet wat ze toont.' },
  },
  *find({ steps }) {
    for (const field of steps.flatMap(({ fields }) => fields))
      for (const { html, path } of blockTexts(field))
        if (readAuthorHtml(html).pictures.some(({ hasText }) => !hasText)) yield { text: 'picture', place: placeOfField(field, ...path) }
  },
})
