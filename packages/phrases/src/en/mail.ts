import { figuresMail } from '../figures-mail.ts'
import { statesMail } from '../states-mail.ts'
import type { MailPhrases } from '../types.ts'

export const mail: MailPhrases = {
  validation: {
    subject: 'Confirm your request: {{ form_title }}',
    html: `<p>Hello,</p>
<p>We have received a request from this address: <strong>{{ form_title }}</strong>. To confirm it, open this link and press the button:</p>
<p><a href="{{ link }}">Confirm the request</a></p>
<p>The link is valid until {{ expiration }}.</p>
<p>If you did not send this request, ignore this message: nothing happens without confirmation.</p>`,
  },
  success: {
    subject: 'Request received: {{ ticket }}',
    html: `<p>Hello,</p>
<p>We have received your request for <strong>{{ form_title }}</strong> and will now deal with it.</p>
<p>Reference code: <strong>{{ ticket }}</strong></p>
{% if otp %}<p>Security code: <strong>{{ otp }}</strong></p>{% endif %}
<p>Keep the reference code: you will need it if you contact us.</p>
{% if receipt %}<p><a href="{{ receipt }}">Open the receipt</a></p>{% endif %}
{% if follow_up %}<p><a href="{{ follow_up }}">Follow your request</a></p>{% endif %}`,
  },
  recovery: {
    subject: 'New password: {{ form_title }}',
    html: `<p>Hello,</p>
<p>somebody asked for a new password for the user <strong>{{ username }}</strong> of <strong>{{ form_title }}</strong>. To choose it, open this link:</p>
<p><a href="{{ link }}">Choose a new password</a></p>
<p>The link is valid until {{ expiration }} and can be used once.</p>
<p>If it was not you, ignore this message: the password stays as it is.</p>`,
  },
  saved_draft: {
    subject: 'Continue when you like: {{ form_title }}',
    html: `<p>Hello,</p>
<p>you saved a request that has not been sent yet: <strong>{{ form_title }}</strong>. To continue, on another device too, open this link:</p>
<p><a href="{{ link }}">Continue the request</a></p>
<p>The link is valid until {{ expiration }}. After that we delete what you saved.</p>
{% if second_factor == 'word' %}<p>We will ask you for the word that you chose.</p>{% elsif second_factor == 'phone' %}<p>We will ask you for the last four digits of the phone number.</p>{% endif %}
<p>The link opens your answers and your attachments: do not forward this message.</p>
<p>The request has not been sent. If you did not save it, ignore this message.</p>`,
  },
  follow_up_code: {
    subject: 'The code to see your answers',
    html: `<p>Hello,</p>
<p>this is the code to see the answers and files of your request for <strong>{{ form_title }}</strong>:</p>
<p><strong>{{ code }}</strong></p>
<p>It is valid for {{ minutes }} minutes. Type it on the page where you asked for it, and give it to nobody.</p>
<p>If you did not ask for it, ignore this message.</p>`,
  },
  question: {
    subject: 'A question about your request {{ ticket }}',
    html: `<p>Hello,</p>
<p>the office has a question about your request for <strong>{{ form_title }}</strong>. To read and answer it, open this link:</p>
<p><a href="{{ link }}">Read the question</a></p>
<p>Do not reply to this e-mail: the answer is written on the page.</p>`,
  },
  correction: {
    subject: 'A correction for your request {{ ticket }}',
    html: `<p>Hello,</p>
<p>the office asks you to correct some answers of your request for <strong>{{ form_title }}</strong>. To see which ones and to correct them, open this link:</p>
<p><a href="{{ link }}">Correct the answers</a></p>
<p>Do not reply to this e-mail: the answers are corrected on the page.</p>`,
  },
  file: {
    subject: 'A file for your request {{ ticket }}',
    html: `<p>Hello,</p>
<p>the office asks you for further files for your request for <strong>{{ form_title }}</strong>. To see which ones and to send them, open this link:</p>
<p><a href="{{ link }}">Send the files</a></p>
<p>Do not reply to this e-mail: the files are sent from the page.</p>`,
  },
  states: {
    subject:
      '{% if requests.size > 1 %}News about {{ count }} requests: {{ form_title }}{% elsif ticket %}News about your request {{ ticket }}{% else %}News about your request: {{ form_title }}{% endif %}',
    ...statesMail({
      hello: 'Hello,',
      one: 'there is news about your request for <strong>{{ form_title }}</strong>.',
      many: 'there is news about {{ count }} of your requests for <strong>{{ form_title }}</strong>.',
      ticket: 'Request code:',
      sent: 'Request of {{ request.sent }}',
      follow: 'Follow the request',
      more: 'Further requests with news, not listed here: {{ more }}.',
      end: 'Do not reply to this e-mail: you can write to the office on the page of the request.',
    }),
  },
  desk: {
    subject: 'New request {{ ticket }}: {{ step }}',
    html: `<p>A request for <strong>{{ form_title }}</strong> has come in: {{ step }}.</p>
<p>Reference code: <strong>{{ ticket }}</strong></p>
{% if email %}<p>Sent by: {{ email }}</p>{% endif %}
{% if summary %}{{ summary | raw }}{% else %}{% for answer in answers %}<p><strong>{{ answer.label }}</strong><br>{{ answer.text | escape | newline_to_br | raw }}</p>{% endfor %}{% endif %}
{% if files.size > 0 %}<p><strong>Attachments</strong></p><ul>{% for file in files %}<li>{{ file }}</li>{% endfor %}</ul><p>To download the attachments, look for the code in the dashboard.</p>{% endif %}`,
  },
  figures: {
    subject: 'Statistics of the week {{ week }}',
    html: figuresMail({
      hello: 'Hello,',
      intro:
        'Here are the statistics of the forms that you chose, of the week {{ week }}. The difference from the week before is in brackets. Figures below {{ hidden_below }} are not shown.',
      others: 'The other forms that you chose, with fewer visits, are not shown: {{ others }}.',
      end: 'To stop receiving them, open the statistics of a form and switch off “Weekly mail”.',
    }),
  },
  address: {
    subject: 'Confirm your e-mail address',
    html: `<p>Hello,</p>
<p>You asked to receive the statistics of <strong>{{ form_title }}</strong> every Monday. To confirm that this address is yours, open the link and sign in as <strong>{{ username }}</strong>:</p>
<p><a href="{{ link }}">Confirm the address</a></p>
<p>If you did not ask for it, ignore this message: nothing is sent without confirmation.</p>`,
  },
}
