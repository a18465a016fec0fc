import { placeOfStep, textOf } from '../checked-form.ts'
import { defineCheck, setFix } from '../finding.ts'

const KEYS = ['validation_email_template', 'success_email_template', 'states_email_template'] as const

/** Reports a mail template that the form refers to but that does not exist. */
export const mailTemplate = defineCheck({
  id: 'mail-template',
  severity: 'error',
  rule: 'The mail templates that a form names exist.',
  words: {
    it: { missing: 'Il modello di mail «{1}» non esiste.', fix: 'Usa la mail del prodotto' },
    en: { missing: 'The mail template “{1}” does not exist.', fix: 'Use the product’s mail' },
    de: { missing: 'Die Mailvorlage „{1}“ gibt es nicht.', fix: 'Mail des Produkts nehmen' },
    es: { missing: 'La plantilla de correo «{1}» no existe.', fix: 'Usar el correo del producto' },
    fr: { missing: 'Le modèle de mail « {1} » n’existe pas.', fix: 'Prendre le mail du produit' },
    el: { missing: 'Το πρότυπο μηνύματος «{1}» δεν υπάρχει.', fix: 'Χρήση του μηνύματος του προϊόντος' },
    nl: { missing: 'Het mailsjabloon “{1}” bestaat niet.', fix: 'Mail van het product gebruiken' },
  },
  *find({ root, audiences, params, known }) {
    if (!known.templates) return
    const names = new Set(known.templates.map(({ name }) => name))
    for (const key of KEYS) {
      const wanted = new Set(audiences.map((audience) => textOf(audience.params[key])))
      for (const name of wanted) {
        if (name === '' || names.has(name)) continue
        const isOwn = textOf(params[key]) === name
        yield { text: 'missing', place: placeOfStep(root, 'form_params', key), values: [name], ...(isOwn && setFix(root.id, ['form_params', key])) }
      }
    }
  },
})
