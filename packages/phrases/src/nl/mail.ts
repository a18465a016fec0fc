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
<p>Bewaar de referentiecode: u hebt die nodig als u vragen hebt.</p>`,
  },
}
