import { freeAuthTypeOf, isSurvey } from '@sportello/contract'
import { type Audience, type CheckedForm, nameOfStep, placeOfStep, questionsOf, textOf } from '../checked-form.ts'
import { defineCheck, type Found } from '../finding.ts'

type Text = 'autoresponder' | 'sso' | 'mapping' | 'token' | 'tokens' | 'accounts' | 'survey' | 'captcha' | 'none'

/** Reports access modes that the form offers but cannot serve. */
export const access = defineCheck({
  id: 'access',
  severity: 'error',
  rule: 'The form can serve every access mode that it offers.',
  words: {
    it: {
      sso: 'L’accesso con il sistema dell’ente (SSO) non ha una chiave segreta: nessuno può entrare.',
      mapping: 'Chi entra con l’SSO è conosciuto, ma nessuna domanda usa i suoi dati.',
      token: 'L’accesso con codice (TOKEN_LOGIN) non ha un passo per inserirlo.',
      tokens: 'L’accesso con codice (TOKEN_LOGIN) non ha ancora codici.',
      accounts: 'L’accesso con nome e password (LOGIN) non ha ancora persone.',
      survey: '«{1}» apre un ticket, ma un sondaggio di solito non ne ha.',
      captcha: 'Il captcha ha una chiave pubblica senza quella segreta.',
      none: 'Il form non ha nessun tipo di accesso.',
      autoresponder: '«{1}» apre un ticket, ma con AUTORESPONDER nessuno può: ogni invio viene rifiutato.',
    },
    en: {
      sso: 'The access with the office’s own system (SSO) has no secret key: nobody can enter.',
      mapping: 'Who enters by SSO is known, but no question uses the data.',
      token: 'The access with a code (TOKEN_LOGIN) has no step to enter it.',
      tokens: 'The access with a code (TOKEN_LOGIN) has no codes yet.',
      accounts: 'The access with name and password (LOGIN) has no people yet.',
      survey: '“{1}” opens a ticket, but a survey usually has none.',
      captcha: 'The captcha has a public key without its secret key.',
      none: 'The form has no kind of access.',
      autoresponder: '“{1}” opens a ticket, which AUTORESPONDER does not allow: every request is rejected.',
    },
    de: {
      sso: 'Der Zugang über das System der Stelle (SSO) hat keinen geheimen Schlüssel: Niemand kommt hinein.',
      mapping: 'Wer über SSO kommt, ist bekannt, aber keine Frage nutzt die Daten.',
      token: 'Der Zugang mit Code (TOKEN_LOGIN) hat keinen Schritt zur Eingabe.',
      tokens: 'Der Zugang mit Code (TOKEN_LOGIN) hat noch keine Codes.',
      accounts: 'Der Zugang mit Name und Passwort (LOGIN) hat noch keine Personen.',
      survey: '„{1}“ öffnet ein Ticket, aber eine Umfrage hat meist keines.',
      captcha: 'Das Captcha hat einen öffentlichen Schlüssel ohne den geheimen.',
      none: 'Das Formular hat keine Zugangsart.',
      autoresponder: '„{1}“ öffnet ein Ticket, was AUTORESPONDER nicht erlaubt: Jede Anfrage wird abgelehnt.',
    },
    es: {
      sso: 'El acceso con el sistema de la entidad (SSO) no tiene clave secreta: nadie puede entrar.',
      mapping: 'A quien entra por SSO se le conoce, pero ninguna pregunta usa sus datos.',
      token: 'El acceso con código (TOKEN_LOGIN) no tiene un paso para introducirlo.',
      tokens: 'El acceso con código (TOKEN_LOGIN) aún no tiene códigos.',
      accounts: 'El acceso con nombre y contraseña (LOGIN) aún no tiene personas.',
      survey: '«{1}» abre un ticket, pero una encuesta no suele tenerlo.',
      captcha: 'El captcha tiene una clave pública sin la secreta.',
      none: 'El formulario no tiene ningún tipo de acceso.',
      autoresponder: '«{1}» abre un ticket, lo que AUTORESPONDER no permite: cada solicitud se rechaza.',
    },
    fr: {
      sso: 'L’accès par le système de l’organisme (SSO) n’a pas de clé secrète : personne ne peut entrer.',
      mapping: 'Qui entre par SSO est connu, mais aucune question n’utilise ses données.',
      token: 'L’accès par code (TOKEN_LOGIN) n’a pas d’étape pour le saisir.',
      tokens: 'L’accès par code (TOKEN_LOGIN) n’a pas encore de codes.',
      accounts: 'L’accès par nom et mot de passe (LOGIN) n’a encore personne.',
      survey: '« {1} » ouvre un ticket, mais une enquête n’en a pas d’habitude.',
      captcha: 'Le captcha a une clé publique sans la clé secrète.',
      none: 'Le formulaire n’a aucun type d’accès.',
      autoresponder: '« {1} » ouvre un ticket, ce que AUTORESPONDER n’autorise pas : chaque demande est refusée.',
    },
    el: {
      sso: 'Η πρόσβαση με το σύστημα του φορέα (SSO) δεν έχει μυστικό κλειδί: κανείς δεν μπορεί να μπει.',
      mapping: 'Όποιος μπαίνει με SSO είναι γνωστός, αλλά καμία ερώτηση δεν χρησιμοποιεί τα στοιχεία του.',
      token: 'Η πρόσβαση με κωδικό (TOKEN_LOGIN) δεν έχει βήμα για την εισαγωγή του.',
      tokens: 'Η πρόσβαση με κωδικό (TOKEN_LOGIN) δεν έχει ακόμη κωδικούς.',
      accounts: 'Η πρόσβαση με όνομα και κωδικό (LOGIN) δεν έχει ακόμη άτομα.',
      survey: 'Το «{1}» ανοίγει δελτίο, αλλά μια έρευνα συνήθως δεν έχει.',
      captcha: 'Το captcha έχει δημόσιο κλειδί χωρίς το μυστικό.',
      none: 'Η φόρμα δεν έχει κανέναν τρόπο πρόσβασης.',
      autoresponder: 'Το «{1}» ανοίγει δελτίο, κάτι που το AUTORESPONDER δεν επιτρέπει: κάθε αίτημα απορρίπτεται.',
    },
    nl: {
      sso: 'De toegang via het systeem van de instantie (SSO) heeft geen geheime sleutel: niemand kan binnen.',
      mapping: 'Wie via SSO binnenkomt is bekend, maar geen vraag gebruikt die gegevens.',
      token: 'De toegang met code (TOKEN_LOGIN) heeft geen stap om die in te voeren.',
      tokens: 'De toegang met code (TOKEN_LOGIN) heeft nog geen codes.',
      accounts: 'De toegang met naam en wachtwoord (LOGIN) heeft nog geen personen.',
      survey: '“{1}” opent een ticket, maar een enquête heeft er meestal geen.',
      captcha: 'De captcha heeft een openbare sleutel zonder de geheime.',
      none: 'Het formulier heeft geen toegangswijze.',
      autoresponder: '“{1}” opent een ticket, wat AUTORESPONDER niet toestaat: elke aanvraag wordt geweigerd.',
    },
  },
  *find(form) {
    const seen = new Set<string>()
    for (const audience of form.audiences)
      for (const found of wrongIn(form, audience)) {
        const key = `${found.text} ${found.place.step}`
        if (!seen.has(key)) yield found
        seen.add(key)
      }
  },
})

function* wrongIn(form: CheckedForm, audience: Audience): Generator<Found<Text>> {
  const { modes, params, hasSecret } = audience
  const atRoot = placeOfStep(form.root, 'form_params', 'auth_type')
  // As long as no form uses the definition, this is only a warning. A form that is created later can set its own access
  // modes.
  if (modes.length === 0) yield { text: 'none', severity: audience.form ? 'error' : 'warning', place: atRoot }
  if (modes.includes('SSO') && !params.oidc && !hasSecret('oidc') && !hasSecret('sso_secret_aes'))
    yield { text: 'sso', place: placeOfStep(form.root, 'form_params', 'sso_secret_aes') }
  if (modes.includes('SSO') && ![...questionsOf(form)].some(({ mapping }) => mapping !== '')) yield { text: 'mapping', severity: 'hint', place: atRoot }
  if (modes.includes('TOKEN_LOGIN')) yield* tokenFaults(form, audience)
  if (modes.includes('LOGIN') && audience.form?.accounts === 0) yield { text: 'accounts', severity: 'warning', place: atRoot }
  if (textOf(params.recaptcha_public_key) !== '' && !hasSecret('recaptcha_secret'))
    yield { text: 'captcha', place: placeOfStep(form.root, 'form_params', 'recaptcha_secret') }
  if (freeAuthTypeOf(modes) === 'AUTORESPONDER')
    for (const step of form.steps)
      if (step.content.opens_ticket === true && step.children.length === 0)
        yield { text: 'autoresponder', place: placeOfStep(step, 'opens_ticket'), values: [nameOfStep(step)] }
  if (!isSurvey(modes)) return
  for (const step of form.steps)
    if (step.content.opens_ticket === true) yield { text: 'survey', severity: 'hint', place: placeOfStep(step, 'opens_ticket'), values: [nameOfStep(step)] }
}

function* tokenFaults({ root, steps }: CheckedForm, audience: Audience): Generator<Found<Text>> {
  const place = placeOfStep(root, 'form_params', 'auth_type')
  const logins = steps.filter(({ fields }) => fields.some(({ type, content }) => type === 'TOKEN_LOGIN' && content.hidden !== true))
  if (logins.length === 0) yield { text: 'token', place }
  else if (logins.every(({ language }) => language !== undefined)) {
    // A login in one language cannot be reached from the branch of another one.
    for (const branch of root.children)
      if (branch.language !== undefined && !logins.some(({ language }) => language === branch.language)) yield { text: 'token', place: placeOfStep(branch) }
  }
  if (audience.form?.tokens === 0) yield { text: 'tokens', severity: 'warning', place }
}
