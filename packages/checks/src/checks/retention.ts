import { placeOfStep } from '../checked-form.ts'
import { defineCheck } from '../finding.ts'

/**
 * Reports a form whose requests are never deleted, because neither the form nor the deployment sets a retention period
 * (GDPR, article 5.1.e).
 */
export const retention = defineCheck({
  id: 'retention',
  severity: 'warning',
  rule: 'The form or the deployment says after how many days requests are deleted.',
  words: {
    it: { never: 'Le richieste non vengono mai cancellate: né il form né il sistema dice dopo quanto tempo.' },
    en: { never: 'Requests are never deleted: neither the form nor the system says when.' },
    de: { never: 'Anfragen werden nie gelöscht: Weder das Formular noch das System sagt, wann.' },
    es: { never: 'Las solicitudes no se borran nunca: ni el formulario ni el sistema dice cuándo.' },
    fr: { never: 'Les demandes ne sont jamais effacées : ni le formulaire ni le système ne dit quand.' },
    el: { never: 'Τα αιτήματα δεν διαγράφονται ποτέ: ούτε η φόρμα ούτε το σύστημα λέει πότε.' },
    nl: { never: 'Aanvragen worden nooit gewist: het formulier noch het systeem zegt wanneer.' },
  },
  *find({ root, audiences, known }) {
    if (known.retentionDays !== null) return
    if (audiences.some(({ params }) => params.retention === undefined)) yield { text: 'never', place: placeOfStep(root, 'form_params', 'retention') }
  },
})
