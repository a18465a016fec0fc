import { figuresMail } from '../figures-mail.ts'
import { statesMail } from '../states-mail.ts'
import type { MailPhrases } from '../types.ts'

export const mail: MailPhrases = {
  validation: {
    subject: 'Bevestig uw aanvraag: {{ form_title }}',
    html: `<p>Goedendag,</p>
<p>We hebben een aanvraag ontvangen vanaf dit adres: <strong>{{ form_title }}</strong>. Open deze link en druk op de knop om de aanvraag te bevestigen:</p>
<p><a href="{{ link }}">Aanvraag bevestigen</a></p>
<p>De link is geldig tot {{ expiration }}.</p>
<p>Hebt u deze aanvraag niet zelf verstuurd? Dan hoeft u niets te doen: zonder bevestiging gebeurt er niets.</p>`,
  },
  success: {
    subject: 'Aanvraag ontvangen: {{ ticket }}',
    html: `<p>Goedendag,</p>
<p>We hebben uw aanvraag voor <strong>{{ form_title }}</strong> in behandeling genomen.</p>
<p>Referentiecode: <strong>{{ ticket }}</strong></p>
{% if otp %}<p>Controlecode: <strong>{{ otp }}</strong></p>{% endif %}
<p>Bewaar de referentiecode: u hebt die nodig als u vragen hebt.</p>
{% if receipt %}<p><a href="{{ receipt }}">Ontvangstbewijs openen</a></p>{% endif %}
{% if follow_up %}<p><a href="{{ follow_up }}">Uw aanvraag volgen</a></p>{% endif %}`,
  },
  recovery: {
    subject: 'Nieuw wachtwoord: {{ form_title }}',
    html: `<p>Goedendag,</p>
<p>er is een nieuw wachtwoord gevraagd voor de gebruiker <strong>{{ username }}</strong> van <strong>{{ form_title }}</strong>. Open deze link om het te kiezen:</p>
<p><a href="{{ link }}">Een nieuw wachtwoord kiezen</a></p>
<p>De link is geldig tot {{ expiration }} en kan één keer worden gebruikt.</p>
<p>Was u dit niet? Negeer dit bericht dan: het wachtwoord blijft zoals het was.</p>`,
  },
  saved_draft: {
    subject: 'Ga verder wanneer u wilt: {{ form_title }}',
    html: `<p>Goedendag,</p>
<p>u hebt een aanvraag opgeslagen die nog niet is verstuurd: <strong>{{ form_title }}</strong>. Open deze link om verder te gaan, ook op een ander apparaat:</p>
<p><a href="{{ link }}">Verdergaan met de aanvraag</a></p>
<p>De link is geldig tot {{ expiration }}. Daarna verwijderen wij wat u hebt opgeslagen.</p>
{% if second_factor == 'word' %}<p>Wij vragen u om het woord dat u hebt gekozen.</p>{% elsif second_factor == 'phone' %}<p>Wij vragen u om de laatste vier cijfers van het telefoonnummer.</p>{% endif %}
<p>De link opent uw antwoorden en bijlagen: stuur dit bericht niet door.</p>
<p>De aanvraag is niet verstuurd. Hebt u die niet opgeslagen, negeer dan dit bericht.</p>`,
  },
  follow_up_code: {
    subject: 'De code om uw antwoorden te zien',
    html: `<p>Goedendag,</p>
<p>met deze code ziet u de antwoorden en bestanden van uw aanvraag voor <strong>{{ form_title }}</strong>:</p>
<p><strong>{{ code }}</strong></p>
<p>Hij is {{ minutes }} minuten geldig. Typ hem op de pagina waar u hem hebt gevraagd en geef hem aan niemand.</p>
<p>Hebt u hem niet gevraagd, negeer dan dit bericht.</p>`,
  },
  question: {
    subject: 'Een vraag over uw aanvraag {{ ticket }}',
    html: `<p>Goedendag,</p>
<p>de dienst heeft een vraag over uw aanvraag voor <strong>{{ form_title }}</strong>. Open deze link om de vraag te lezen en te beantwoorden:</p>
<p><a href="{{ link }}">Lees de vraag</a></p>
<p>Beantwoord deze e-mail niet: het antwoord schrijft u op de pagina.</p>`,
  },
  correction: {
    subject: 'Een correctie voor uw aanvraag {{ ticket }}',
    html: `<p>Goedendag,</p>
<p>de dienst vraagt u om enkele antwoorden van uw aanvraag voor <strong>{{ form_title }}</strong> te corrigeren. Open deze link om te zien welke en om ze te corrigeren:</p>
<p><a href="{{ link }}">Corrigeer de antwoorden</a></p>
<p>Beantwoord deze e-mail niet: de antwoorden corrigeert u op de pagina.</p>`,
  },
  file: {
    subject: 'Een bestand voor uw aanvraag {{ ticket }}',
    html: `<p>Goedendag,</p>
<p>de dienst vraagt u om meer bestanden voor uw aanvraag voor <strong>{{ form_title }}</strong>. Open deze link om te zien welke en om ze te sturen:</p>
<p><a href="{{ link }}">Stuur de bestanden</a></p>
<p>Beantwoord deze e-mail niet: de bestanden stuurt u vanaf de pagina.</p>`,
  },
  states: {
    subject:
      '{% if requests.size > 1 %}Nieuws over {{ count }} aanvragen: {{ form_title }}{% elsif ticket %}Nieuws over uw aanvraag {{ ticket }}{% else %}Nieuws over uw aanvraag: {{ form_title }}{% endif %}',
    ...statesMail({
      hello: 'Goedendag,',
      one: 'er is nieuws over uw aanvraag voor <strong>{{ form_title }}</strong>.',
      many: 'er is nieuws over {{ count }} van uw aanvragen voor <strong>{{ form_title }}</strong>.',
      ticket: 'Nummer van de aanvraag:',
      sent: 'Aanvraag van {{ request.sent }}',
      follow: 'Aanvraag volgen',
      more: 'Andere aanvragen met nieuws, die hier niet staan: {{ more }}.',
      end: 'Beantwoord deze e-mail niet: u schrijft de dienst op de pagina van de aanvraag.',
    }),
  },
  desk: {
    subject: 'Nieuwe aanvraag {{ ticket }}: {{ step }}',
    html: `<p>Er is een aanvraag binnengekomen voor <strong>{{ form_title }}</strong>: {{ step }}.</p>
<p>Aanvraagnummer: <strong>{{ ticket }}</strong></p>
{% if email %}<p>Verstuurd door: {{ email }}</p>{% endif %}
{% if summary %}{{ summary | raw }}{% else %}{% for answer in answers %}<p><strong>{{ answer.label }}</strong><br>{{ answer.text | escape | newline_to_br | raw }}</p>{% endfor %}{% endif %}
{% if files.size > 0 %}<p><strong>Bijlagen</strong></p><ul>{% for file in files %}<li>{{ file }}</li>{% endfor %}</ul><p>De bijlagen downloadt u in het beheerpaneel: zoek daar op het aanvraagnummer.</p>{% endif %}`,
  },
  figures: {
    subject: 'Statistieken van de week {{ week }}',
    html: figuresMail({
      hello: 'Goedendag,',
      intro:
        'Hier zijn de statistieken van de formulieren die u hebt gekozen, van de week {{ week }}. Tussen haakjes staat het verschil met de week ervoor. Getallen onder {{ hidden_below }} worden niet getoond.',
      others: 'De andere gekozen formulieren, met minder bezoeken, worden niet getoond: {{ others }}.',
      end: 'Wilt u ze niet meer ontvangen, open dan de statistieken van een formulier en zet “Wekelijkse e-mail” uit.',
    }),
  },
  address: {
    subject: 'Bevestig uw e-mailadres',
    html: `<p>Goedendag,</p>
<p>U hebt gevraagd om elke maandag de statistieken van <strong>{{ form_title }}</strong> te ontvangen. Open de link en meld u aan als <strong>{{ username }}</strong> om te bevestigen dat dit adres van u is:</p>
<p><a href="{{ link }}">Adres bevestigen</a></p>
<p>Hebt u dit niet gevraagd, negeer dit bericht dan: zonder bevestiging wordt er niets verstuurd.</p>`,
  },
}
