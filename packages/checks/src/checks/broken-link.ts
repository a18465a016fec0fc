import { readAuthorHtml } from '../author-html.ts'
import { listOf, placeOfField, recordOf, textOf } from '../checked-form.ts'
import { defineCheck } from '../finding.ts'
import { blockTexts } from '../texts.ts'

/** Matches a link to a step of a form of this deployment, such as /comune-aurora/open/strade or, from a page of the form, open/strade. */
const TO_STEP = /^(?:https?:\/\/[^/]+\/|\/)?(?:([A-Za-z0-9_-]+)\/)?open\/([A-Za-z0-9_-]+)(?:[?#].*)?$/
/** Matches links that browsers would run as a program; the server removes them. */
const PROGRAM = /^(?:javascript|vbscript|data):/i

/** Reports links without a target, and links to steps that the form does not have. */
export const brokenLink = defineCheck({
  id: 'broken-link',
  severity: 'error',
  rule: 'Links lead somewhere, and links into the form lead to steps that exist.',
  words: {
    it: { step: 'Un link porta al passo «{1}», che non c’è.', nowhere: 'Un link non porta da nessuna parte.' },
    en: { step: 'A link leads to the step “{1}”, which does not exist.', nowhere: 'A link leads nowhere.' },
    de: { step: 'Ein Link führt zum Schritt „{1}“, den es nicht gibt.', nowhere: 'Ein Link führt nirgendwohin.' },
    es: { step: 'Un enlace lleva al paso «{1}», que no existe.', nowhere: 'Un enlace no lleva a ninguna parte.' },
    fr: { step: 'Un lien mène à l’étape « {1} », qui n’existe pas.', nowhere: 'Un lien ne mène nulle part.' },
    el: { step: 'Ένας σύνδεσμος οδηγεί στο βήμα «{1}», που δεν υπάρχει.', nowhere: 'Ένας σύνδεσμος δεν οδηγεί πουθενά.' },
    nl: { step: 'Een link leidt naar de stap “{1}”, die niet bestaat.', nowhere: 'Een link leidt nergens heen.' },
  },
  *find({ steps, known }) {
    const codes = new Set(steps.map(({ content }) => textOf(content.code_tag)))
    const forms = known.forms && new Set(known.forms.map(({ code }) => code))
    for (const field of steps.flatMap(({ fields }) => fields)) {
      const inBlocks = blockTexts(field).flatMap(({ html, path }) => readAuthorHtml(html).links.map((link) => ({ link, path })))
      const button = field.type === 'HTML_HEADER_BUTTON' ? [{ link: textOf(recordOf(field.content.value).url), path: ['value', 'url'] }] : []
      const footer = field.type === 'FOOTER' ? footerLinks(field.content.value) : []
      for (const { link, path } of [...inBlocks, ...button, ...footer]) {
        const target = link.trim()
        const place = placeOfField(field, ...path)
        if (target === '' || target === '#' || PROGRAM.test(target)) yield { text: 'nowhere', place }
        const [, form, step = ''] = TO_STEP.exec(target) ?? []
        // Reports only links to forms that use this definition, because a link to another form may be correct.
        if (step !== '' && !codes.has(step) && (form === undefined ? !target.includes('://') : forms?.has(form))) yield { text: 'step', place, values: [step] }
      }
    }
  },
})

function footerLinks(value: unknown): { link: string; path: string[] }[] {
  const { links, colonne } = recordOf(value)
  const elements = [...listOf(links), ...listOf(colonne).flatMap((column) => listOf(recordOf(column).elems))]
  return elements.flatMap((element) => readAuthorHtml(textOf(recordOf(element).textElem)).links.map((link) => ({ link, path: ['value'] })))
}
