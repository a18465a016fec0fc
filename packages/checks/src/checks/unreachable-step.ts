import { mayHaveSession, nameOfStep, placeOfStep } from '../checked-form.ts'
import { defineCheck, setFix } from '../finding.ts'

/** Reports options that require a sign-in in a form whose access modes offer none. */
export const unreachableStep = defineCheck({
  id: 'unreachable-step',
  severity: 'error',
  rule: 'Every step can be chosen in at least one access mode of the form.',
  words: {
    it: { closed: 'Nessuno può scegliere «{1}»: chiede di accedere, ma il form non ha accessi.', fix: 'Apri il passo a tutti' },
    en: { closed: 'Nobody can choose “{1}”: it requires a sign-in, but the form has none.', fix: 'Open the step to everyone' },
    de: { closed: '„{1}“ kann niemand wählen: Es verlangt eine Anmeldung, aber das Formular hat keine.', fix: 'Schritt für alle öffnen' },
    es: { closed: 'Nadie puede elegir «{1}»: pide acceder, pero el formulario no tiene accesos.', fix: 'Abrir el paso a todos' },
    fr: { closed: 'Personne ne peut choisir « {1} » : il demande une connexion, mais le formulaire n’en a pas.', fix: 'Ouvrir l’étape à tous' },
    el: { closed: 'Κανείς δεν μπορεί να επιλέξει «{1}»: απαιτεί σύνδεση, αλλά η φόρμα δεν έχει.', fix: 'Άνοιγμα του βήματος σε όλους' },
    nl: { closed: 'Niemand kan “{1}” kiezen: de stap vraagt om aanmelden, maar het formulier heeft dat niet.', fix: 'Stap voor iedereen openen' },
  },
  *find(form) {
    if (mayHaveSession(form)) return
    const { steps } = form
    for (const step of steps) {
      if (step.content.disabled !== true) continue
      // Reported as an error only if none of the step's options can be chosen, so that the visitor cannot continue. A
      // single closed option may be intended, to show a service that is offered elsewhere.
      const isStuck = step.parent?.children.every(({ content }) => content.disabled === true) ?? true
      const severity = isStuck ? 'error' : 'warning'
      yield { text: 'closed', severity, place: placeOfStep(step, 'disabled'), values: [nameOfStep(step)], ...setFix(step.id, ['disabled']) }
    }
  },
})
