import { defineCheck } from '../finding.ts'

/**
 * Messages of the check that tries every path through the steps of a form (`walkForm`). It is not one of the regular
 * checks, because it takes longer.
 */
export const walkCheck = defineCheck({
  id: 'walk',
  severity: 'error',
  rule: 'A visitor can see every step and send a request on every path.',
  words: {
    it: {
      unanswerable: '«{1}»: non ho trovato una risposta di prova; prova a mano.',
      rejected: 'Una richiesta con risposte valide viene rifiutata per «{1}».',
      accepted: 'Una risposta sbagliata a «{1}» viene accettata.',
      unshown: 'Il passo «{1}» non si può mostrare.',
      summary: 'Il riepilogo della richiesta di «{1}» non si può scrivere.',
    },
    en: {
      unanswerable: '“{1}”: no example answer was found; try it by hand.',
      rejected: 'A request with valid answers is refused because of “{1}”.',
      accepted: 'A wrong answer to “{1}” is accepted.',
      unshown: 'The step “{1}” cannot be shown.',
      summary: 'The summary of the request of “{1}” cannot be written.',
    },
    de: {
      unanswerable: '„{1}“: Es wurde keine Probeantwort gefunden; bitte von Hand versuchen.',
      rejected: 'Eine Anfrage mit gültigen Antworten wird wegen „{1}“ abgelehnt.',
      accepted: 'Eine falsche Antwort auf „{1}“ wird angenommen.',
      unshown: 'Der Schritt „{1}“ lässt sich nicht anzeigen.',
      summary: 'Die Zusammenfassung der Anfrage von „{1}“ lässt sich nicht schreiben.',
    },
    es: {
      unanswerable: '«{1}»: no se encontró una respuesta de prueba; pruébala a mano.',
      rejected: 'Una solicitud con respuestas válidas se rechaza por «{1}».',
      accepted: 'Se acepta una respuesta incorrecta a «{1}».',
      unshown: 'El paso «{1}» no se puede mostrar.',
      summary: 'El resumen de la solicitud de «{1}» no se puede escribir.',
    },
    fr: {
      unanswerable: '« {1} » : aucune réponse d’essai trouvée ; essayez à la main.',
      rejected: 'Une demande aux réponses valides est refusée à cause de « {1} ».',
      accepted: 'Une réponse fausse à « {1} » est acceptée.',
      unshown: 'L’étape « {1} » ne peut pas être affichée.',
      summary: 'Le récapitulatif de la demande de « {1} » ne peut pas être écrit.',
    },
    el: {
      unanswerable: '«{1}»: δεν βρέθηκε δοκιμαστική απάντηση· δοκιμάστε με το χέρι.',
      rejected: 'Αίτηση με έγκυρες απαντήσεις απορρίπτεται λόγω του «{1}».',
      accepted: 'Γίνεται δεκτή λανθασμένη απάντηση στο «{1}».',
      unshown: 'Το βήμα «{1}» δεν μπορεί να εμφανιστεί.',
      summary: 'Η σύνοψη της αίτησης του «{1}» δεν μπορεί να γραφτεί.',
    },
    nl: {
      unanswerable: '“{1}”: er is geen proefantwoord gevonden; probeer het met de hand.',
      rejected: 'Een aanvraag met geldige antwoorden wordt geweigerd door “{1}”.',
      accepted: 'Een fout antwoord op “{1}” wordt aanvaard.',
      unshown: 'De stap “{1}” kan niet worden getoond.',
      summary: 'De samenvatting van de aanvraag van “{1}” kan niet worden geschreven.',
    },
  },
  find: () => [],
})
