// Demonstration of a live chat, which the server shows in demonstration deployments (docs/chat.md). All answers are
// fixed texts. Nothing that a visitor writes leaves the page, and the page does not read the URL's `message`.

const PHONE = '0000 445 500'
const EMAIL = 'iscritti@ginepro.example.org'

/** The texts for every customer, by language. */
const COMMON = {
  it: {
    title: 'Chat di dimostrazione',
    note: 'Questa chat è una dimostrazione. Nessuno legge quello che scrivi, e quello che scrivi non viene inviato né salvato.',
    hello: 'Ciao! Scrivi la tua domanda.',
    nobody: 'In questa dimostrazione nessuno legge i messaggi.',
    label: 'Il tuo messaggio',
    send: 'Invia',
    visitor: 'Tu: ',
    office: 'Risposta: ',
  },
  en: {
    title: 'Demonstration chat',
    note: 'This chat is a demonstration. Nobody reads what you write, and what you write is neither sent nor stored.',
    hello: 'Hello! Write your question.',
    nobody: 'In this demonstration nobody reads the messages.',
    label: 'Your message',
    send: 'Send',
    visitor: 'You: ',
    office: 'Answer: ',
  },
  de: {
    title: 'Chat zur Vorführung',
    note: 'Dieser Chat ist eine Vorführung. Niemand liest, was Sie schreiben, und es wird weder gesendet noch gespeichert.',
    hello: 'Guten Tag! Schreiben Sie Ihre Frage.',
    nobody: 'In dieser Vorführung liest niemand die Nachrichten.',
    label: 'Ihre Nachricht',
    send: 'Senden',
    visitor: 'Sie: ',
    office: 'Antwort: ',
  },
  es: {
    title: 'Chat de demostración',
    note: 'Este chat es una demostración. Nadie lee lo que usted escribe, y no se envía ni se guarda.',
    hello: '¡Hola! Escriba su pregunta.',
    nobody: 'En esta demostración nadie lee los mensajes.',
    label: 'Su mensaje',
    send: 'Enviar',
    visitor: 'Usted: ',
    office: 'Respuesta: ',
  },
  fr: {
    title: 'Chat de démonstration',
    note: 'Ce chat est une démonstration. Personne ne lit ce que vous écrivez, et rien n’est envoyé ni enregistré.',
    hello: 'Bonjour ! Écrivez votre question.',
    nobody: 'Dans cette démonstration, personne ne lit les messages.',
    label: 'Votre message',
    send: 'Envoyer',
    visitor: 'Vous : ',
    office: 'Réponse : ',
  },
  el: {
    title: 'Chat επίδειξης',
    note: 'Αυτό το chat είναι μια επίδειξη. Κανείς δεν διαβάζει όσα γράφετε, και δεν στέλνονται ούτε αποθηκεύονται.',
    hello: 'Γεια σας! Γράψτε την ερώτησή σας.',
    nobody: 'Σε αυτή την επίδειξη κανείς δεν διαβάζει τα μηνύματα.',
    label: 'Το μήνυμά σας',
    send: 'Αποστολή',
    visitor: 'Εσείς: ',
    office: 'Απάντηση: ',
  },
  nl: {
    title: 'Demonstratiechat',
    note: 'Deze chat is een demonstratie. Niemand leest wat u schrijft, en het wordt niet verzonden of bewaard.',
    hello: 'Hallo! Schrijf uw vraag.',
    nobody: 'In deze demonstratie leest niemand de berichten.',
    label: 'Uw bericht',
    send: 'Versturen',
    visitor: 'U: ',
    office: 'Antwoord: ',
  },
}

/**
 * The texts about the demonstration customers, by the `codCustomer` of their form and by language. The facts are those
 * of the customer's bundle; the names of steps are Italian, as in the form. {phone} and {email} become links.
 */
const OFFICES = {
  'fondo-ginepro': {
    it: {
      title: 'Chat del Fondo Ginepro',
      hello: 'Ciao! Scegli una domanda, oppure scrivi la tua.',
      contact: 'Il Fondo risponde al {phone}, dal lunedì al venerdì, 9–18, e a {email}.',
      questions: [
        ['Quando rispondete al telefono?', 'Dal lunedì al venerdì, 9–18, al {phone}. Le richieste online si mandano a qualsiasi ora.'],
        [
          'Quali documenti servono per un rimborso?',
          'La fattura o la ricevuta (va bene una foto), la richiesta del medico se la cura la prevede, e il tuo codice fiscale.',
        ],
        ['Quando arriva il rimborso?', 'Entro 30 giorni da quando la richiesta è completa, sul conto che ci hai dato.'],
        [
          'Dove trovo il codice della mia pratica?',
          'Lo vedi appena hai inviato la richiesta: comincia con FS-. Ti serve per aggiungere documenti o per annullarla, alla voce “Una pratica già inviata”.',
        ],
      ],
    },
    en: {
      title: 'Fondo Ginepro chat',
      hello: 'Hello! Choose a question, or write your own.',
      contact: 'The fund answers at {phone}, Monday to Friday, 9–18, and at {email}.',
      questions: [
        ['When do you answer the phone?', 'Monday to Friday, 9–18, at {phone}. You can send requests online at any time.'],
        [
          'Which documents do I need for a reimbursement?',
          'The invoice or receipt (a photo will do), the doctor’s referral if the treatment needs one, and your Italian tax code.',
        ],
        ['When will I get the money?', 'Within 30 days from when the claim is complete, on the account that you gave us.'],
        [
          'Where do I find the code of my request?',
          'You see it as soon as you have sent the request: it begins with FS-. You need it to add documents or to cancel the request, at “Una pratica già inviata”.',
        ],
      ],
    },
    de: {
      title: 'Chat des Fondo Ginepro',
      hello: 'Guten Tag! Wählen Sie eine Frage oder schreiben Sie Ihre eigene.',
      contact: 'Der Fonds ist erreichbar unter {phone}, Montag bis Freitag, 9–18 Uhr, und unter {email}.',
      questions: [
        ['Wann sind Sie telefonisch erreichbar?', 'Montag bis Freitag, 9–18 Uhr, unter {phone}. Online-Anträge können Sie jederzeit senden.'],
        [
          'Welche Unterlagen brauche ich für eine Erstattung?',
          'Die Rechnung oder Quittung (ein Foto genügt), die ärztliche Verordnung, wenn die Behandlung eine verlangt, und Ihre italienische Steuernummer.',
        ],
        ['Wann kommt das Geld?', 'Innerhalb von 30 Tagen, sobald der Antrag vollständig ist, auf das Konto, das Sie uns genannt haben.'],
        [
          'Wo finde ich den Code meines Antrags?',
          'Sie sehen ihn, sobald Sie den Antrag gesendet haben: Er beginnt mit FS-. Sie brauchen ihn, um unter „Una pratica già inviata“ Unterlagen nachzureichen oder den Antrag zurückzuziehen.',
        ],
      ],
    },
    es: {
      title: 'Chat del Fondo Ginepro',
      hello: '¡Hola! Elija una pregunta o escriba la suya.',
      contact: 'El fondo atiende en el {phone}, de lunes a viernes, 9–18, y en {email}.',
      questions: [
        ['¿Cuándo atienden el teléfono?', 'De lunes a viernes, 9–18, en el {phone}. Las solicitudes en línea se pueden enviar a cualquier hora.'],
        [
          '¿Qué documentos necesito para un reembolso?',
          'La factura o el recibo (vale una foto), la petición del médico si el tratamiento la exige y su código fiscal italiano.',
        ],
        ['¿Cuándo llega el reembolso?', 'En un plazo de 30 días desde que la solicitud está completa, en la cuenta que nos dio.'],
        [
          '¿Dónde encuentro el código de mi solicitud?',
          'Lo ve en cuanto envía la solicitud: empieza por FS-. Le hace falta para añadir documentos o para anularla, en “Una pratica già inviata”.',
        ],
      ],
    },
    fr: {
      title: 'Chat du Fondo Ginepro',
      hello: 'Bonjour ! Choisissez une question ou écrivez la vôtre.',
      contact: 'Le fonds répond au {phone}, du lundi au vendredi, 9–18 h, et à {email}.',
      questions: [
        ['Quand répondez-vous au téléphone ?', 'Du lundi au vendredi, 9–18 h, au {phone}. Les demandes en ligne s’envoient à toute heure.'],
        [
          'Quels documents faut-il pour un remboursement ?',
          'La facture ou le reçu (une photo suffit), la prescription du médecin si le soin en demande une, et votre code fiscal italien.',
        ],
        ['Quand arrive le remboursement ?', 'Dans les 30 jours après que la demande est complète, sur le compte que vous nous avez donné.'],
        [
          'Où trouver le code de ma demande ?',
          'Vous le voyez dès que vous avez envoyé la demande : il commence par FS-. Il sert à ajouter des documents ou à l’annuler, sous « Una pratica già inviata ».',
        ],
      ],
    },
    el: {
      title: 'Chat του Fondo Ginepro',
      hello: 'Γεια σας! Επιλέξτε μια ερώτηση ή γράψτε τη δική σας.',
      contact: 'Το ταμείο απαντά στο {phone}, Δευτέρα έως Παρασκευή, 9–18, και στο {email}.',
      questions: [
        ['Πότε απαντάτε στο τηλέφωνο;', 'Δευτέρα έως Παρασκευή, 9–18, στο {phone}. Οι αιτήσεις στέλνονται ηλεκτρονικά οποιαδήποτε ώρα.'],
        [
          'Ποια έγγραφα χρειάζονται για επιστροφή εξόδων;',
          'Το τιμολόγιο ή η απόδειξη (αρκεί μια φωτογραφία), η γνωμάτευση του γιατρού αν απαιτείται, και ο ιταλικός φορολογικός κωδικός σας.',
        ],
        ['Πότε έρχονται τα χρήματα;', 'Μέσα σε 30 ημέρες αφότου συμπληρωθεί η αίτηση, στον λογαριασμό που μας δώσατε.'],
        [
          'Πού βρίσκω τον κωδικό της αίτησής μου;',
          'Τον βλέπετε μόλις στείλετε την αίτηση: αρχίζει με FS-. Τον χρειάζεστε για να προσθέσετε έγγραφα ή να την ακυρώσετε, στην επιλογή «Una pratica già inviata».',
        ],
      ],
    },
    nl: {
      title: 'Chat van Fondo Ginepro',
      hello: 'Hallo! Kies een vraag of schrijf uw eigen vraag.',
      contact: 'Het fonds is bereikbaar op {phone}, maandag tot en met vrijdag, 9–18 uur, en via {email}.',
      questions: [
        ['Wanneer bent u telefonisch bereikbaar?', 'Maandag tot en met vrijdag, 9–18 uur, op {phone}. Online aanvragen kunt u altijd versturen.'],
        [
          'Welke documenten heb ik nodig voor een vergoeding?',
          'De factuur of de bon (een foto is genoeg), de verwijzing van de arts als de behandeling die vereist, en uw Italiaanse fiscale code.',
        ],
        ['Wanneer krijg ik het geld?', 'Binnen 30 dagen nadat de aanvraag compleet is, op de rekening die u ons hebt gegeven.'],
        [
          'Waar vind ik de code van mijn aanvraag?',
          'U ziet hem zodra u de aanvraag hebt verstuurd: hij begint met FS-. U hebt hem nodig om documenten toe te voegen of de aanvraag in te trekken, bij “Una pratica già inviata”.',
        ],
      ],
    },
  },
}

const language = navigator.languages.map((each) => each.slice(0, 2).toLowerCase()).find((each) => each in COMMON) ?? 'it'
const customer = new URLSearchParams(location.search).get('customer') ?? ''
const texts = { contact: '', questions: [], ...COMMON[language], ...(Object.hasOwn(OFFICES, customer) && OFFICES[customer][language]) }
const element = (id) => document.getElementById(id)

/** Returns a text as nodes, with the telephone number and the e-mail address as links. */
function linked(text) {
  return text.split(/(\{phone\}|\{email\})/).map((part) => {
    if (part !== '{phone}' && part !== '{email}') return part
    const link = document.createElement('a')
    link.textContent = part === '{phone}' ? PHONE : EMAIL
    link.href = part === '{phone}' ? `tel:+39${PHONE.replaceAll(' ', '')}` : `mailto:${EMAIL}`
    return link
  })
}

/** Adds a message to the conversation. Screen readers announce the message together with the name of its sender. */
function say(sender, ...content) {
  const name = document.createElement('span')
  name.className = 'visually-hidden'
  name.textContent = texts[sender]
  const message = document.createElement('p')
  message.className = sender
  message.append(name, ...content)
  element('log').append(message)
  return message
}

/** Adds a question of the visitor and its answer, and scrolls to the answer. */
function answer(question, text) {
  say('visitor', question)
  say('office', ...linked(text)).scrollIntoView({ block: 'nearest' })
}

document.documentElement.lang = language
document.title = texts.title
element('title').textContent = texts.title
element('note').textContent = texts.note
element('label').textContent = texts.label
element('send').textContent = texts.send
say('office', texts.hello)
for (const [question, text] of texts.questions) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = question
  button.addEventListener('click', () => answer(question, text))
  const item = document.createElement('li')
  item.append(button)
  element('questions').append(item)
}
element('form').addEventListener('submit', (event) => {
  event.preventDefault()
  const question = element('message').value.trim()
  if (question === '') return
  answer(question, `${texts.nobody} ${texts.contact}`.trim())
  element('message').value = ''
})
