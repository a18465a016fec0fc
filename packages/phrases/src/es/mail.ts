import { figuresMail } from '../figures-mail.ts'
import { statesMail } from '../states-mail.ts'
import type { MailPhrases } from '../types.ts'

export const mail: MailPhrases = {
  validation: {
    subject: 'Confirme su solicitud: {{ form_title }}',
    html: `<p>Buenos días:</p>
<p>Hemos recibido una solicitud desde esta dirección: <strong>{{ form_title }}</strong>. Para confirmarla, abra este enlace y pulse el botón:</p>
<p><a href="{{ link }}">Confirmar la solicitud</a></p>
<p>El enlace es válido hasta el {{ expiration }}.</p>
<p>Si usted no ha enviado la solicitud, ignore este mensaje: sin confirmación no ocurre nada.</p>`,
  },
  success: {
    subject: 'Solicitud recibida: {{ ticket }}',
    html: `<p>Buenos días:</p>
<p>Hemos recibido su solicitud para <strong>{{ form_title }}</strong> y ya está en trámite.</p>
<p>Código de la solicitud: <strong>{{ ticket }}</strong></p>
{% if otp %}<p>Código de control: <strong>{{ otp }}</strong></p>{% endif %}
<p>Guarde el código de la solicitud: lo necesitará para pedir información.</p>
{% if receipt %}<p><a href="{{ receipt }}">Abrir el recibo</a></p>{% endif %}
{% if follow_up %}<p><a href="{{ follow_up }}">Seguir la solicitud</a></p>{% endif %}`,
  },
  recovery: {
    subject: 'Contraseña nueva: {{ form_title }}',
    html: `<p>Buenos días:</p>
<p>alguien ha pedido una contraseña nueva para el usuario <strong>{{ username }}</strong> de <strong>{{ form_title }}</strong>. Para elegirla, abra este enlace:</p>
<p><a href="{{ link }}">Elegir una contraseña nueva</a></p>
<p>El enlace es válido hasta el {{ expiration }} y se puede usar una sola vez.</p>
<p>Si no ha sido usted, ignore este mensaje: la contraseña sigue siendo la de antes.</p>`,
  },
  saved_draft: {
    subject: 'Continúe cuando quiera: {{ form_title }}',
    html: `<p>Buenos días:</p>
<p>ha guardado una solicitud que aún no se ha enviado: <strong>{{ form_title }}</strong>. Para continuar, también desde otro dispositivo, abra este enlace:</p>
<p><a href="{{ link }}">Continuar la solicitud</a></p>
<p>El enlace es válido hasta el {{ expiration }}. Después borramos lo que ha guardado.</p>
{% if second_factor == 'word' %}<p>Le pediremos la palabra que ha elegido.</p>{% elsif second_factor == 'phone' %}<p>Le pediremos las últimas cuatro cifras del teléfono.</p>{% endif %}
<p>El enlace abre sus respuestas y sus archivos: no reenvíe este mensaje.</p>
<p>La solicitud no se ha enviado. Si no la ha guardado usted, ignore este mensaje.</p>`,
  },
  follow_up_code: {
    subject: 'El código para ver sus respuestas',
    html: `<p>Buenos días:</p>
<p>este es el código para ver las respuestas y los archivos de su solicitud para <strong>{{ form_title }}</strong>:</p>
<p><strong>{{ code }}</strong></p>
<p>Vale {{ minutes }} minutos. Escríbalo en la página donde lo pidió y no se lo dé a nadie.</p>
<p>Si no lo pidió usted, ignore este mensaje.</p>`,
  },
  question: {
    subject: 'Una pregunta sobre su solicitud {{ ticket }}',
    html: `<p>Buenos días:</p>
<p>la oficina tiene una pregunta sobre su solicitud para <strong>{{ form_title }}</strong>. Para leerla y responder, abra este enlace:</p>
<p><a href="{{ link }}">Leer la pregunta</a></p>
<p>No responda a este correo: la respuesta se escribe en la página.</p>`,
  },
  correction: {
    subject: 'Una corrección para su solicitud {{ ticket }}',
    html: `<p>Buenos días:</p>
<p>la oficina le pide que corrija algunas respuestas de su solicitud para <strong>{{ form_title }}</strong>. Para ver cuáles y corregirlas, abra este enlace:</p>
<p><a href="{{ link }}">Corregir las respuestas</a></p>
<p>No responda a este correo: las respuestas se corrigen en la página.</p>`,
  },
  file: {
    subject: 'Un archivo para su solicitud {{ ticket }}',
    html: `<p>Buenos días:</p>
<p>la oficina le pide más archivos para su solicitud para <strong>{{ form_title }}</strong>. Para ver cuáles y enviarlos, abra este enlace:</p>
<p><a href="{{ link }}">Enviar los archivos</a></p>
<p>No responda a este correo: los archivos se envían desde la página.</p>`,
  },
  states: {
    subject:
      '{% if requests.size > 1 %}Novedades de {{ count }} solicitudes: {{ form_title }}{% elsif ticket %}Novedades de su solicitud {{ ticket }}{% else %}Novedades de su solicitud: {{ form_title }}{% endif %}',
    ...statesMail({
      hello: 'Buenos días:',
      one: 'hay novedades de su solicitud para <strong>{{ form_title }}</strong>.',
      many: 'hay novedades de {{ count }} solicitudes suyas para <strong>{{ form_title }}</strong>.',
      ticket: 'Código de la solicitud:',
      sent: 'Solicitud del {{ request.sent }}',
      follow: 'Seguir la solicitud',
      more: 'Otras solicitudes con novedades, que no aparecen aquí: {{ more }}.',
      end: 'No responda a este correo: a la oficina se le escribe desde la página de la solicitud.',
    }),
  },
  desk: {
    subject: 'Nueva solicitud {{ ticket }}: {{ step }}',
    html: `<p>Ha llegado una solicitud para <strong>{{ form_title }}</strong>: {{ step }}.</p>
<p>Código de la solicitud: <strong>{{ ticket }}</strong></p>
{% if email %}<p>Enviada por: {{ email }}</p>{% endif %}
{% if summary %}{{ summary | raw }}{% else %}{% for answer in answers %}<p><strong>{{ answer.label }}</strong><br>{{ answer.text | escape | newline_to_br | raw }}</p>{% endfor %}{% endif %}
{% if files.size > 0 %}<p><strong>Archivos adjuntos</strong></p><ul>{% for file in files %}<li>{{ file }}</li>{% endfor %}</ul><p>Los archivos se descargan desde el panel de gestión, buscando el código.</p>{% endif %}`,
  },
  figures: {
    subject: 'Estadísticas de la semana {{ week }}',
    html: figuresMail({
      hello: 'Buenos días:',
      intro:
        'Estas son las estadísticas de los formularios que ha elegido, de la semana {{ week }}. Entre paréntesis, la diferencia con la semana anterior. Las cifras menores de {{ hidden_below }} no se muestran.',
      others: 'No se muestran los demás formularios elegidos, con menos visitas: {{ others }}.',
      end: 'Para no recibirlas más, abra las estadísticas de un formulario y apague «Correo semanal».',
    }),
  },
  address: {
    subject: 'Confirme su dirección de correo',
    html: `<p>Buenos días:</p>
<p>Ha pedido recibir cada lunes las estadísticas de <strong>{{ form_title }}</strong>. Para confirmar que esta dirección es suya, abra el enlace y entre con su usuario <strong>{{ username }}</strong>:</p>
<p><a href="{{ link }}">Confirmar la dirección</a></p>
<p>Si no lo ha pedido, ignore este mensaje: sin confirmación no se envía nada.</p>`,
  },
}
