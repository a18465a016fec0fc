import { figuresMail } from '../figures-mail.ts'
import { statesMail } from '../states-mail.ts'
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
{% if receipt %}<p><a href="{{ receipt }}">Empfangsbestätigung öffnen</a></p>{% endif %}
{% if follow_up %}<p><a href="{{ follow_up }}">Anfrage verfolgen</a></p>{% endif %}`,
  },
  recovery: {
    subject: 'Neues Passwort: {{ form_title }}',
    html: `<p>Guten Tag,</p>
<p>für den Benutzer <strong>{{ username }}</strong> von <strong>{{ form_title }}</strong> wurde ein neues Passwort angefordert. Um es zu wählen, öffnen Sie diesen Link:</p>
<p><a href="{{ link }}">Neues Passwort wählen</a></p>
<p>Der Link ist gültig bis {{ expiration }} und kann einmal verwendet werden.</p>
<p>Wenn Sie das nicht waren, ignorieren Sie diese Nachricht: Das Passwort bleibt, wie es ist.</p>`,
  },
  saved_draft: {
    subject: 'Später weitermachen: {{ form_title }}',
    html: `<p>Guten Tag,</p>
<p>Sie haben eine noch nicht gesendete Anfrage gespeichert: <strong>{{ form_title }}</strong>. Um weiterzumachen, auch auf einem anderen Gerät, öffnen Sie diesen Link:</p>
<p><a href="{{ link }}">Mit der Anfrage weitermachen</a></p>
<p>Der Link gilt bis {{ expiration }}. Danach löschen wir, was Sie gespeichert haben.</p>
{% if second_factor == 'word' %}<p>Wir fragen Sie nach dem Wort, das Sie gewählt haben.</p>{% elsif second_factor == 'phone' %}<p>Wir fragen Sie nach den letzten vier Ziffern der Telefonnummer.</p>{% endif %}
<p>Der Link öffnet Ihre Antworten und Anhänge: Leiten Sie diese Nachricht nicht weiter.</p>
<p>Die Anfrage wurde nicht gesendet. Wenn Sie sie nicht gespeichert haben, beachten Sie diese Nachricht nicht.</p>`,
  },
  follow_up_code: {
    subject: 'Der Code für Ihre Antworten',
    html: `<p>Guten Tag,</p>
<p>mit diesem Code sehen Sie die Antworten und Dateien Ihrer Anfrage für <strong>{{ form_title }}</strong>:</p>
<p><strong>{{ code }}</strong></p>
<p>Er gilt {{ minutes }} Minuten. Geben Sie ihn auf der Seite ein, auf der Sie ihn angefordert haben, und geben Sie ihn niemandem.</p>
<p>Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese Nachricht.</p>`,
  },
  question: {
    subject: 'Eine Frage zu Ihrer Anfrage {{ ticket }}',
    html: `<p>Guten Tag,</p>
<p>das Amt hat eine Frage zu Ihrer Anfrage für <strong>{{ form_title }}</strong>. Öffnen Sie diesen Link, um sie zu lesen und zu beantworten:</p>
<p><a href="{{ link }}">Frage lesen</a></p>
<p>Antworten Sie nicht auf diese E-Mail: Die Antwort schreiben Sie auf der Seite.</p>`,
  },
  correction: {
    subject: 'Eine Korrektur zu Ihrer Anfrage {{ ticket }}',
    html: `<p>Guten Tag,</p>
<p>das Amt bittet Sie, einige Antworten Ihrer Anfrage für <strong>{{ form_title }}</strong> zu korrigieren. Öffnen Sie diesen Link, um zu sehen, welche, und sie zu korrigieren:</p>
<p><a href="{{ link }}">Antworten korrigieren</a></p>
<p>Antworten Sie nicht auf diese E-Mail: Die Antworten korrigieren Sie auf der Seite.</p>`,
  },
  file: {
    subject: 'Eine Datei zu Ihrer Anfrage {{ ticket }}',
    html: `<p>Guten Tag,</p>
<p>das Amt bittet Sie um weitere Dateien zu Ihrer Anfrage für <strong>{{ form_title }}</strong>. Öffnen Sie diesen Link, um zu sehen, welche, und sie zu senden:</p>
<p><a href="{{ link }}">Dateien senden</a></p>
<p>Antworten Sie nicht auf diese E-Mail: Die Dateien senden Sie auf der Seite.</p>`,
  },
  states: {
    subject:
      '{% if requests.size > 1 %}Neues zu {{ count }} Anfragen: {{ form_title }}{% elsif ticket %}Neues zu Ihrer Anfrage {{ ticket }}{% else %}Neues zu Ihrer Anfrage: {{ form_title }}{% endif %}',
    ...statesMail({
      hello: 'Guten Tag,',
      one: 'es gibt Neues zu Ihrer Anfrage für <strong>{{ form_title }}</strong>.',
      many: 'es gibt Neues zu {{ count }} Ihrer Anfragen für <strong>{{ form_title }}</strong>.',
      ticket: 'Nummer der Anfrage:',
      sent: 'Anfrage vom {{ request.sent }}',
      follow: 'Anfrage verfolgen',
      more: 'Weitere Anfragen mit Neuem, hier nicht aufgeführt: {{ more }}.',
      end: 'Antworten Sie nicht auf diese E-Mail: Dem Amt schreiben Sie auf der Seite der Anfrage.',
    }),
  },
  desk: {
    subject: 'Neue Anfrage {{ ticket }}: {{ step }}',
    html: `<p>Für <strong>{{ form_title }}</strong> ist eine Anfrage eingegangen: {{ step }}.</p>
<p>Vorgangsnummer: <strong>{{ ticket }}</strong></p>
{% if email %}<p>Gesendet von: {{ email }}</p>{% endif %}
{% if summary %}{{ summary | raw }}{% else %}{% for answer in answers %}<p><strong>{{ answer.label }}</strong><br>{{ answer.text | escape | newline_to_br | raw }}</p>{% endfor %}{% endif %}
{% if files.size > 0 %}<p><strong>Anlagen</strong></p><ul>{% for file in files %}<li>{{ file }}</li>{% endfor %}</ul><p>Die Anlagen können Sie in der Verwaltung herunterladen: Suchen Sie dort nach der Vorgangsnummer.</p>{% endif %}`,
  },
  figures: {
    subject: 'Statistik der Woche {{ week }}',
    html: figuresMail({
      hello: 'Guten Tag,',
      intro:
        'hier ist die Statistik der Formulare, die Sie gewählt haben, für die Woche {{ week }}. In Klammern steht der Unterschied zur Woche davor. Zahlen unter {{ hidden_below }} werden nicht gezeigt.',
      others: 'Die übrigen gewählten Formulare mit weniger Besuchen werden nicht gezeigt: {{ others }}.',
      end: 'Um sie nicht mehr zu erhalten, öffnen Sie die Statistik eines Formulars und schalten Sie „Wöchentliche E-Mail“ aus.',
    }),
  },
  address: {
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
    html: `<p>Guten Tag,</p>
<p>Sie möchten jeden Montag die Statistik von <strong>{{ form_title }}</strong> erhalten. Um zu bestätigen, dass diese Adresse Ihnen gehört, öffnen Sie den Link und melden Sie sich als <strong>{{ username }}</strong> an:</p>
<p><a href="{{ link }}">Adresse bestätigen</a></p>
<p>Wenn Sie das nicht angefordert haben, ignorieren Sie diese Nachricht: Ohne Bestätigung wird nichts gesendet.</p>`,
  },
}
