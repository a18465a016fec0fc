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
<p>Keep the reference code: you will need it if you contact us.</p>`,
  },
  recovery: {
    subject: 'New password: {{ form_title }}',
    html: `<p>Hello,</p>
<p>somebody asked for a new password for the user <strong>{{ username }}</strong> of <strong>{{ form_title }}</strong>. To choose it, open this link:</p>
<p><a href="{{ link }}">Choose a new password</a></p>
<p>The link is valid until {{ expiration }} and can be used once.</p>
<p>If it was not you, ignore this message: the password stays as it is.</p>`,
  },
}
