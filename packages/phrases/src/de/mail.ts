import type { MailPhrases } from '../types.ts'

export const mail: MailPhrases = {
  validation: {
    subject: 'Bestätigen Sie Ihre Anfrage: {{ form_title }}',
    html: `<p>Guten Tag,</p>
<p>wir haben von dieser Adresse eine Anfrage erhalten: <strong>{{ form_title }}</strong>. Um sie zu bestätigen, öffnen Sie diesen Link und klicken Sie auf die Schaltfläche:</p>
<p><a href="{{ link }}">Anfrage bestätigen</a></p>
<p>Der Link ist gültig bis {{ expiration }}.</p>
<p>Wenn Sie die Anfrage nicht selbst gesendet haben, ignorieren Sie diese Nachricht: Ohne Bestätigung geschieht nichts.</p>`,
  },
  success: {
    subject: 'Anfrage eingegangen: {{ ticket }}',
    html: `<p>Guten Tag,</p>
<p>Ihre Anfrage zu <strong>{{ form_title }}</strong> ist eingegangen und wird nun bearbeitet.</p>
<p>Vorgangsnummer: <strong>{{ ticket }}</strong></p>
{% if otp %}<p>Kontrollcode: <strong>{{ otp }}</strong></p>{% endif %}
<p>Bewahren Sie die Vorgangsnummer auf: Sie brauchen sie für Rückfragen.</p>
{% if receipt %}<p><a href="{{ receipt }}">Empfangsbestätigung öffnen</a></p>{% endif %}`,
  },
  recovery: {
    subject: 'Neues Passwort: {{ form_title }}',
    html: `<p>Guten Tag,</p>
<p>für den Benutzer <strong>{{ username }}</strong> von <strong>{{ form_title }}</strong> wurde ein neues Passwort angefordert. Um es zu wählen, öffnen Sie diesen Link:</p>
<p><a href="{{ link }}">Neues Passwort wählen</a></p>
<p>Der Link ist gültig bis {{ expiration }} und kann einmal verwendet werden.</p>
<p>Wenn Sie das nicht waren, ignorieren Sie diese Nachricht: Das Passwort bleibt, wie es ist.</p>`,
  },
  desk: {
    subject: 'Neue Anfrage {{ ticket }}: {{ step }}',
    html: `<p>Für <strong>{{ form_title }}</strong> ist eine Anfrage eingegangen: {{ step }}.</p>
<p>Vorgangsnummer: <strong>{{ ticket }}</strong></p>
{% if email %}<p>Gesendet von: {{ email }}</p>{% endif %}
{% if summary %}{{ summary | raw }}{% else %}{% for answer in answers %}<p><strong>{{ answer.label }}</strong><br>{{ answer.text | escape | newline_to_br | raw }}</p>{% endfor %}{% endif %}
{% if files.size > 0 %}<p><strong>Anlagen</strong></p><ul>{% for file in files %}<li>{{ file }}</li>{% endfor %}</ul><p>Die Anlagen können Sie in der Verwaltung herunterladen: Suchen Sie dort nach der Vorgangsnummer.</p>{% endif %}`,
  },
}
