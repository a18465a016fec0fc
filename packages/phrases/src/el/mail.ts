import type { MailPhrases } from '../types.ts'

export const mail: MailPhrases = {
  validation: {
    subject: 'Επιβεβαιώστε το αίτημά σας: {{ form_title }}',
    html: `<p>Γεια σας,</p>
<p>λάβαμε ένα αίτημα από αυτή τη διεύθυνση: <strong>{{ form_title }}</strong>. Για να το επιβεβαιώσετε, ανοίξτε αυτόν τον σύνδεσμο και πατήστε το κουμπί:</p>
<p><a href="{{ link }}">Επιβεβαίωση αιτήματος</a></p>
<p>Ο σύνδεσμος ισχύει έως {{ expiration }}.</p>
<p>Αν δεν στείλατε εσείς το αίτημα, αγνοήστε αυτό το μήνυμα: χωρίς επιβεβαίωση δεν θα συμβεί τίποτα.</p>`,
  },
  success: {
    subject: 'Λάβαμε το αίτημά σας: {{ ticket }}',
    html: `<p>Γεια σας,</p>
<p>λάβαμε το αίτημά σας για <strong>{{ form_title }}</strong> και το επεξεργαζόμαστε.</p>
<p>Κωδικός αιτήματος: <strong>{{ ticket }}</strong></p>
{% if otp %}<p>Κωδικός ελέγχου: <strong>{{ otp }}</strong></p>{% endif %}
<p>Φυλάξτε τον κωδικό αιτήματος: θα τον χρειαστείτε για να ζητήσετε πληροφορίες.</p>
{% if receipt %}<p><a href="{{ receipt }}">Άνοιγμα της απόδειξης</a></p>{% endif %}`,
  },
  recovery: {
    subject: 'Νέος κωδικός πρόσβασης: {{ form_title }}',
    html: `<p>Καλημέρα σας,</p>
<p>ζητήθηκε νέος κωδικός πρόσβασης για τον χρήστη <strong>{{ username }}</strong> της φόρμας <strong>{{ form_title }}</strong>. Για να τον επιλέξετε, ανοίξτε αυτόν τον σύνδεσμο:</p>
<p><a href="{{ link }}">Επιλογή νέου κωδικού</a></p>
<p>Ο σύνδεσμος ισχύει έως {{ expiration }} και χρησιμοποιείται μία φορά.</p>
<p>Αν δεν ήσασταν εσείς, αγνοήστε αυτό το μήνυμα: ο κωδικός μένει όπως ήταν.</p>`,
  },
  desk: {
    subject: 'Νέο αίτημα {{ ticket }}: {{ step }}',
    html: `<p>Υποβλήθηκε ένα αίτημα για <strong>{{ form_title }}</strong>: {{ step }}.</p>
<p>Κωδικός αιτήματος: <strong>{{ ticket }}</strong></p>
{% if email %}<p>Από: {{ email }}</p>{% endif %}
{% if summary %}{{ summary | raw }}{% else %}{% for answer in answers %}<p><strong>{{ answer.label }}</strong><br>{{ answer.text | escape | newline_to_br | raw }}</p>{% endfor %}{% endif %}
{% if files.size > 0 %}<p><strong>Συνημμένα</strong></p><ul>{% for file in files %}<li>{{ file }}</li>{% endfor %}</ul><p>Για να κατεβάσετε τα συνημμένα, αναζητήστε τον κωδικό στον πίνακα διαχείρισης.</p>{% endif %}`,
  },
}
