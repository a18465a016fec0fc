import { figuresMail } from '../figures-mail.ts'
import { statesMail } from '../states-mail.ts'
import type { MailPhrases } from '../types.ts'

export const mail: MailPhrases = {
  validation: {
    subject: 'Conferma la tua richiesta: {{ form_title }}',
    html: `<p>Buongiorno,</p>
<p>abbiamo ricevuto una richiesta da questo indirizzo: <strong>{{ form_title }}</strong>. Per confermarla apri questo link e premi il pulsante:</p>
<p><a href="{{ link }}">Conferma la richiesta</a></p>
<p>Il link vale fino al {{ expiration }}.</p>
<p>Se non hai inviato tu la richiesta, ignora questo messaggio: senza conferma non succede nulla.</p>`,
  },
  success: {
    subject: 'Richiesta ricevuta: {{ ticket }}',
    html: `<p>Buongiorno,</p>
<p>la tua richiesta per <strong>{{ form_title }}</strong> è stata presa in carico.</p>
<p>Codice della richiesta: <strong>{{ ticket }}</strong></p>
{% if otp %}<p>Codice di controllo: <strong>{{ otp }}</strong></p>{% endif %}
<p>Conserva il codice: serve per chiedere informazioni.</p>
{% if receipt %}<p><a href="{{ receipt }}">Apri la ricevuta</a></p>{% endif %}
{% if follow_up %}<p><a href="{{ follow_up }}">Segui la richiesta</a></p>{% endif %}`,
  },
  recovery: {
    subject: 'Nuova password: {{ form_title }}',
    html: `<p>Buongiorno,</p>
<p>qualcuno ha chiesto una nuova password per l’utente <strong>{{ username }}</strong> di <strong>{{ form_title }}</strong>. Per sceglierla apri questo link:</p>
<p><a href="{{ link }}">Scegli una nuova password</a></p>
<p>Il link vale fino al {{ expiration }} e si può usare una volta sola.</p>
<p>Se non l’hai chiesta tu, ignora questo messaggio: la password resta quella di prima.</p>`,
  },
  saved_draft: {
    subject: 'Continua quando vuoi: {{ form_title }}',
    html: `<p>Buongiorno,</p>
<p>hai salvato una richiesta non ancora inviata: <strong>{{ form_title }}</strong>. Per continuare, anche da un altro dispositivo, apri questo link:</p>
<p><a href="{{ link }}">Continua la richiesta</a></p>
<p>Il link vale fino al {{ expiration }}. Poi cancelliamo quello che hai salvato.</p>
{% if second_factor == 'word' %}<p>Ti chiederemo la parola che hai scelto.</p>{% elsif second_factor == 'phone' %}<p>Ti chiederemo le ultime quattro cifre del telefono.</p>{% endif %}
<p>Il link apre le tue risposte e i tuoi allegati: non inoltrare questo messaggio.</p>
<p>La richiesta non è stata inviata. Se non l’hai salvata tu, ignora questo messaggio.</p>`,
  },
  follow_up_code: {
    subject: 'Il codice per vedere le tue risposte',
    html: `<p>Buongiorno,</p>
<p>questo è il codice per vedere le risposte e i file della tua richiesta per <strong>{{ form_title }}</strong>:</p>
<p><strong>{{ code }}</strong></p>
<p>Vale {{ minutes }} minuti. Scrivilo nella pagina da cui l’hai chiesto, e non darlo a nessuno.</p>
<p>Se non l’hai chiesto tu, ignora questo messaggio.</p>`,
  },
  question: {
    subject: 'Una domanda sulla tua richiesta {{ ticket }}',
    html: `<p>Buongiorno,</p>
<p>l’ufficio ha una domanda sulla tua richiesta per <strong>{{ form_title }}</strong>. Per leggerla e rispondere apri questo link:</p>
<p><a href="{{ link }}">Leggi la domanda</a></p>
<p>Non rispondere a questa e-mail: la risposta si scrive nella pagina.</p>`,
  },
  correction: {
    subject: 'Una correzione per la tua richiesta {{ ticket }}',
    html: `<p>Buongiorno,</p>
<p>l’ufficio ti chiede di correggere alcune risposte della tua richiesta per <strong>{{ form_title }}</strong>. Per vedere quali e correggerle apri questo link:</p>
<p><a href="{{ link }}">Correggi le risposte</a></p>
<p>Non rispondere a questa e-mail: le risposte si correggono nella pagina.</p>`,
  },
  file: {
    subject: 'Un allegato per la tua richiesta {{ ticket }}',
    html: `<p>Buongiorno,</p>
<p>l’ufficio ti chiede altri file per la tua richiesta per <strong>{{ form_title }}</strong>. Per vedere quali e mandarli apri questo link:</p>
<p><a href="{{ link }}">Manda i file</a></p>
<p>Non rispondere a questa e-mail: i file si mandano dalla pagina.</p>`,
  },
  states: {
    subject:
      '{% if requests.size > 1 %}Novità su {{ count }} richieste: {{ form_title }}{% elsif ticket %}Novità sulla tua richiesta {{ ticket }}{% else %}Novità sulla tua richiesta: {{ form_title }}{% endif %}',
    ...statesMail({
      hello: 'Buongiorno,',
      one: 'c’è una novità sulla tua richiesta per <strong>{{ form_title }}</strong>.',
      many: 'ci sono novità su {{ count }} tue richieste per <strong>{{ form_title }}</strong>.',
      ticket: 'Codice della richiesta:',
      sent: 'Richiesta del {{ request.sent }}',
      follow: 'Segui la richiesta',
      more: 'Altre richieste con novità, che qui non elenchiamo: {{ more }}.',
      end: 'Non rispondere a questa e-mail: all’ufficio si scrive dalla pagina della richiesta.',
    }),
  },
  desk: {
    subject: 'Nuova richiesta {{ ticket }}: {{ step }}',
    html: `<p>È arrivata una richiesta per <strong>{{ form_title }}</strong>: {{ step }}.</p>
<p>Codice della richiesta: <strong>{{ ticket }}</strong></p>
{% if email %}<p>Scritta da: {{ email }}</p>{% endif %}
{% if summary %}{{ summary | raw }}{% else %}{% for answer in answers %}<p><strong>{{ answer.label }}</strong><br>{{ answer.text | escape | newline_to_br | raw }}</p>{% endfor %}{% endif %}
{% if files.size > 0 %}<p><strong>Allegati</strong></p><ul>{% for file in files %}<li>{{ file }}</li>{% endfor %}</ul><p>Gli allegati si scaricano dal pannello di gestione, cercando il codice.</p>{% endif %}`,
  },
  figures: {
    subject: 'Statistiche della settimana {{ week }}',
    html: figuresMail({
      hello: 'Buongiorno,',
      intro:
        'ecco le statistiche dei form che hai scelto, della settimana {{ week }}. Tra parentesi la differenza dalla settimana prima. I numeri sotto {{ hidden_below }} non si mostrano.',
      others: 'Non mostriamo gli altri form che hai scelto, con meno visite: {{ others }}.',
      end: 'Per non riceverle più, apri le statistiche di un form e spegni «E-mail settimanale».',
    }),
  },
  address: {
    subject: 'Conferma il tuo indirizzo e-mail',
    html: `<p>Buongiorno,</p>
<p>hai chiesto di ricevere ogni lunedì le statistiche di <strong>{{ form_title }}</strong>. Per confermare che questo indirizzo è tuo, apri il link ed entra con il tuo utente <strong>{{ username }}</strong>:</p>
<p><a href="{{ link }}">Conferma l’indirizzo</a></p>
<p>Se non l’hai chiesto tu, ignora questo messaggio: senza conferma non arriva nulla.</p>`,
  },
}
