/**
 * Returns the Liquid template of the mail that tells a requester of changes of state. Its variables besides those of all mails:
 * `requests`, each with `ticket` (empty if the page does not show it), `sent`, `changes` and `link`; `count`, and `more`, the number of
 * requests that are not listed. `ticket` and `link` are those of the only request, or null if there are several.
 */
export function statesMail(words: { hello: string; one: string; many: string; ticket: string; sent: string; follow: string; more: string; end: string }): {
  html: string
} {
  return {
    html: `<p>${words.hello}</p>
<p>{% if requests.size > 1 %}${words.many}{% else %}${words.one}{% endif %}</p>
{% for request in requests %}{% if requests.size > 1 %}<h2>{% if request.ticket %}{{ request.ticket }}{% else %}${words.sent}{% endif %}</h2>
{% elsif request.ticket %}<p>${words.ticket} <strong>{{ request.ticket }}</strong></p>
{% endif %}<p>{{ request.changes }}</p>
<p><a href="{{ request.link }}">${words.follow}{% if requests.size > 1 %} {% if request.ticket %}{{ request.ticket }}{% else %}({{ request.sent }}){% endif %}{% endif %}</a></p>
{% endfor %}{% if more %}<p>${words.more}</p>{% endif %}
<p>${words.end}</p>`,
  }
}
