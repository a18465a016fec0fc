import { branchBelow, type CheckedField, type CheckedForm, type CheckedStep, pathOf, placeOfField, placeOfStep, textOf } from '../checked-form.ts'
import { defineCheck, type Found } from '../finding.ts'
import { templateFault, variablesIn } from '../templates.ts'

/** Variables that every summary and mail can use, in addition to the answers. */
const USUAL = ['ticket', 'otp', 'link', 'from', 'to', 'form_title', 'customer', 'expiration', 'receipt', 'follow_up'] as const
const MAILS = ['validation_email_template', 'success_email_template', 'states_email_template'] as const
/** Further variables of the mail about changes of state, which has no answers. */
const STATES = ['requests', 'count', 'more'] as const

/** Reports variables in a summary or a mail that do not exist; they would be replaced by an empty text. */
export const unknownVariable = defineCheck({
  id: 'unknown-variable',
  severity: 'error',
  rule: 'Summaries and mails use only variables that exist.',
  words: {
    it: {
      variable: 'Il riepilogo usa «{1}», che non è una domanda di questo percorso né un dato della richiesta.',
      mail: 'La mail «{2}» usa «{1}», che non è una domanda del form né un dato della richiesta.',
      syntax: 'Il riepilogo non si può leggere: {1}',
    },
    en: {
      variable: 'The summary uses “{1}”, which is no question of this path and no datum of the request.',
      mail: 'The mail “{2}” uses “{1}”, which is no question of the form and no datum of the request.',
      syntax: 'The summary cannot be read: {1}',
    },
    de: {
      variable: 'Die Zusammenfassung verwendet „{1}“: keine Frage dieses Wegs und keine Angabe der Anfrage.',
      mail: 'Die Mail „{2}“ verwendet „{1}“: keine Frage des Formulars und keine Angabe der Anfrage.',
      syntax: 'Die Zusammenfassung ist nicht lesbar: {1}',
    },
    es: {
      variable: 'El resumen usa «{1}», que no es una pregunta de este camino ni un dato de la solicitud.',
      mail: 'El correo «{2}» usa «{1}», que no es una pregunta del formulario ni un dato de la solicitud.',
      syntax: 'El resumen no se puede leer: {1}',
    },
    fr: {
      variable: 'Le résumé utilise « {1} », qui n’est ni une question de ce chemin ni une donnée de la demande.',
      mail: 'Le mail « {2} » utilise « {1} », qui n’est ni une question du formulaire ni une donnée de la demande.',
      syntax: 'Le résumé est illisible : {1}',
    },
    el: {
      variable: 'Η σύνοψη χρησιμοποιεί το «{1}», που δεν είναι ερώτηση αυτής της διαδρομής ούτε στοιχείο του αιτήματος.',
      mail: 'Το μήνυμα «{2}» χρησιμοποιεί το «{1}», που δεν είναι ερώτηση της φόρμας ούτε στοιχείο του αιτήματος.',
      syntax: 'Η σύνοψη δεν διαβάζεται: {1}',
    },
    nl: {
      variable: 'De samenvatting gebruikt “{1}”: geen vraag van dit pad en geen gegeven van de aanvraag.',
      mail: 'De mail “{2}” gebruikt “{1}”: geen vraag van het formulier en geen gegeven van de aanvraag.',
      syntax: 'De samenvatting is niet leesbaar: {1}',
    },
  },
  *find(form) {
    for (const step of form.steps) for (const field of step.fields) if (field.type === 'HTML_SUMMARY') yield* summary(field)
    yield* mails(form)
  },
})

function* summary(field: CheckedField): Generator<Found<'variable' | 'syntax'>> {
  const html = textOf(field.content.value)
  const fault = templateFault(html)
  const place = placeOfField(field, 'value')
  if (fault !== undefined) return yield { text: 'syntax', place, values: [fault] }
  const used = variablesIn(html)
  if (used.length === 0) return
  const known = new Set<string>([...USUAL, ...codesOf([...pathOf(field.step), ...branchBelow(field.step)])])
  for (const name of used) if (!known.has(name)) yield { text: 'variable', place, values: [name] }
}

function* mails({ root, steps, audiences, known }: CheckedForm): Generator<Found<'mail'>> {
  const asked = new Set<string>([...USUAL, ...codesOf(steps)])
  const stated = new Set<string>([...USUAL, ...STATES])
  for (const key of MAILS) {
    const names = new Set(audiences.map(({ params }) => textOf(params[key])))
    for (const { name, lang_code: language, variables } of known.templates ?? []) {
      if (!names.has(name)) continue
      const place = placeOfStep(root, 'form_params', key)
      const usable = key === 'states_email_template' ? stated : asked
      for (const each of new Set(variables)) if (!usable.has(each)) yield { text: 'mail', place, values: [each, `${name} (${language})`] }
    }
  }
}

const codesOf = (steps: readonly CheckedStep[]) => steps.flatMap(({ fields }) => fields.flatMap(({ questions }) => questions.map(({ code }) => code)))
