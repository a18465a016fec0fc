import { freeAuthTypeOf } from '@sportello/contract'
import { type CheckedStep, placeOfStep } from '../checked-form.ts'
import { defineCheck, setFix } from '../finding.ts'

/** Access modes in which anybody can make the form send a mail, without a captcha. */
const OPEN = new Set(['FREE', 'AUTORESPONDER'])

/**
 * Reports a form without a captcha that sends mails and that anybody can use: a program could make it send mails to any
 * address.
 */
export const captcha = defineCheck({
  id: 'captcha',
  severity: 'warning',
  rule: 'A form that anybody may use and that sends mails asks for a captcha.',
  words: {
    it: {
      none: 'Chiunque può usare il form, che manda mail: senza la verifica anti-robot (captcha) un programma può inviarne molte.',
      fix: 'Chiedi la verifica',
    },
    en: { none: 'Anybody may use the form, which sends mails: without a captcha a program can send many.', fix: 'Ask for a captcha' },
    de: { none: 'Jeder kann das Formular nutzen, das Mails sendet: Ohne Captcha kann ein Programm viele senden.', fix: 'Captcha verlangen' },
    es: { none: 'Cualquiera puede usar el formulario, que envía correos: sin captcha un programa puede enviar muchos.', fix: 'Pedir un captcha' },
    fr: {
      none: 'Tout le monde peut utiliser le formulaire, qui envoie des mails : sans captcha, un programme peut en envoyer beaucoup.',
      fix: 'Demander un captcha',
    },
    el: {
      none: 'Ο καθένας μπορεί να χρησιμοποιήσει τη φόρμα, που στέλνει μηνύματα: χωρίς captcha ένα πρόγραμμα μπορεί να στείλει πολλά.',
      fix: 'Ζήτησε captcha',
    },
    nl: { none: 'Iedereen kan het formulier gebruiken, dat mails stuurt: zonder captcha kan een programma er veel sturen.', fix: 'Captcha vragen' },
  },
  *find({ root, steps, audiences }) {
    // The captcha of a step protects only the submissions from this step.
    const asks = ({ content }: CheckedStep) => content.captcha === true || content.show_captcha === true
    const last = steps.filter(({ children, fields }) => children.length === 0 && fields.some(({ questions }) => questions.length > 0))
    if (last.length > 0 && last.every(asks)) return
    const isOpen = audiences.some(({ modes, params }) => OPEN.has(String(freeAuthTypeOf(modes))) && params.captcha !== true && params.always_captcha !== true)
    if (isOpen) yield { text: 'none', place: placeOfStep(root, 'form_params', 'captcha'), ...setFix(root.id, ['form_params', 'captcha'], true) }
  },
})
