/** The figures of a form in the weekly mail. Each is a variable of `forms`, and `label_` with its name is its label. */
const FIGURES = ['visits', 'starts', 'sent', 'requests', 'tickets', 'left', 'field']

const LINES = FIGURES.map((key) => `{% if form.${key} %}<li>{{ label_${key} }}: <strong>{{ form.${key} }}</strong></li>{% endif %}`).join('')

/**
 * Returns the Liquid template of the weekly mail with the figures of forms. Its variables: `forms`, each with its `title`,
 * `link` and figures, a form without visits with no figures; `none`, the text for such a form; `others`, the number of
 * forms that the mail leaves out, or null; and those of the texts: `week`, `hidden_below`, `others`.
 */
export function figuresMail(words: { hello: string; intro: string; others: string; end: string }): string {
  return `<p>${words.hello}</p>
<p>${words.intro}</p>
{% for form in forms %}<h2><a href="{{ form.link }}">{{ form.title }}</a></h2>
{% if form.visits %}<ul>${LINES}</ul>{% else %}<p>{{ none }}</p>{% endif %}
{% endfor %}{% if others %}<p>${words.others}</p>{% endif %}
<p>${words.end}</p>`
}
