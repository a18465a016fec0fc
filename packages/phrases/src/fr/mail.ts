import { figuresMail } from '../figures-mail.ts'
import { statesMail } from '../states-mail.ts'
import type { MailPhrases } from '../types.ts'

export const mail: MailPhrases = {
  validation: {
    subject: 'Confirmez votre demande\u202f: {{ form_title }}',
    html: `<p>Bonjour,</p>
<p>Nous avons reçu une demande depuis cette adresse\u202f: <strong>{{ form_title }}</strong>. Pour la confirmer, ouvrez ce lien et appuyez sur le bouton\u202f:</p>
<p><a href="{{ link }}">Confirmer la demande</a></p>
<p>Le lien est valable jusqu’au {{ expiration }}.</p>
<p>Si vous n’avez pas envoyé cette demande, ignorez ce message\u202f: sans confirmation, il ne se passe rien.</p>`,
  },
  success: {
    subject: 'Demande reçue\u202f: {{ ticket }}',
    html: `<p>Bonjour,</p>
<p>Votre demande concernant <strong>{{ form_title }}</strong> a bien été prise en charge.</p>
<p>Référence de la demande\u202f: <strong>{{ ticket }}</strong></p>
{% if otp %}<p>Code de contrôle\u202f: <strong>{{ otp }}</strong></p>{% endif %}
<p>Conservez cette référence\u202f: elle vous servira pour toute question.</p>
{% if receipt %}<p><a href="{{ receipt }}">Ouvrir le reçu</a></p>{% endif %}
{% if follow_up %}<p><a href="{{ follow_up }}">Suivre la demande</a></p>{% endif %}`,
  },
  recovery: {
    subject: 'Nouveau mot de passe\u202f: {{ form_title }}',
    html: `<p>Bonjour,</p>
<p>un nouveau mot de passe a été demandé pour l’utilisateur <strong>{{ username }}</strong> de <strong>{{ form_title }}</strong>. Pour le choisir, ouvrez ce lien\u202f:</p>
<p><a href="{{ link }}">Choisir un nouveau mot de passe</a></p>
<p>Le lien est valable jusqu’au {{ expiration }} et ne sert qu’une fois.</p>
<p>Si ce n’était pas vous, ignorez ce message\u202f: le mot de passe reste le même.</p>`,
  },
  saved_draft: {
    subject: 'Continuez quand vous voulez : {{ form_title }}',
    html: `<p>Bonjour,</p>
<p>vous avez enregistré une demande qui n’est pas encore envoyée : <strong>{{ form_title }}</strong>. Pour continuer, même sur un autre appareil, ouvrez ce lien :</p>
<p><a href="{{ link }}">Continuer la demande</a></p>
<p>Le lien est valable jusqu’au {{ expiration }}. Ensuite, nous effaçons ce que vous avez enregistré.</p>
{% if second_factor == 'word' %}<p>Nous vous demanderons le mot que vous avez choisi.</p>{% elsif second_factor == 'phone' %}<p>Nous vous demanderons les quatre derniers chiffres du téléphone.</p>{% endif %}
<p>Le lien ouvre vos réponses et vos pièces jointes : ne transférez pas ce message.</p>
<p>La demande n’a pas été envoyée. Si vous ne l’avez pas enregistrée, ignorez ce message.</p>`,
  },
  follow_up_code: {
    subject: 'Le code pour voir vos réponses',
    html: `<p>Bonjour,</p>
<p>voici le code pour voir les réponses et les fichiers de votre demande pour <strong>{{ form_title }}</strong> :</p>
<p><strong>{{ code }}</strong></p>
<p>Il est valable {{ minutes }} minutes. Saisissez-le dans la page où vous l’avez demandé et ne le donnez à personne.</p>
<p>Si vous ne l’avez pas demandé, ignorez ce message.</p>`,
  },
  question: {
    subject: 'Une question sur votre demande {{ ticket }}',
    html: `<p>Bonjour,</p>
<p>le service a une question sur votre demande pour <strong>{{ form_title }}</strong>. Pour la lire et y répondre, ouvrez ce lien :</p>
<p><a href="{{ link }}">Lire la question</a></p>
<p>Ne répondez pas à cet e-mail : la réponse s’écrit dans la page.</p>`,
  },
  correction: {
    subject: 'Une correction pour votre demande {{ ticket }}',
    html: `<p>Bonjour,</p>
<p>le service vous demande de corriger quelques réponses de votre demande pour <strong>{{ form_title }}</strong>. Pour voir lesquelles et les corriger, ouvrez ce lien :</p>
<p><a href="{{ link }}">Corriger les réponses</a></p>
<p>Ne répondez pas à cet e-mail : les réponses se corrigent dans la page.</p>`,
  },
  file: {
    subject: 'Un fichier pour votre demande {{ ticket }}',
    html: `<p>Bonjour,</p>
<p>le service vous demande d’autres fichiers pour votre demande pour <strong>{{ form_title }}</strong>. Pour voir lesquels et les envoyer, ouvrez ce lien :</p>
<p><a href="{{ link }}">Envoyer les fichiers</a></p>
<p>Ne répondez pas à cet e-mail : les fichiers s’envoient depuis la page.</p>`,
  },
  states: {
    subject:
      '{% if requests.size > 1 %}Du nouveau pour {{ count }} demandes : {{ form_title }}{% elsif ticket %}Du nouveau pour votre demande {{ ticket }}{% else %}Du nouveau pour votre demande : {{ form_title }}{% endif %}',
    ...statesMail({
      hello: 'Bonjour,',
      one: 'il y a du nouveau pour votre demande <strong>{{ form_title }}</strong>.',
      many: 'il y a du nouveau pour {{ count }} de vos demandes <strong>{{ form_title }}</strong>.',
      ticket: 'Code de la demande :',
      sent: 'Demande du {{ request.sent }}',
      follow: 'Suivre la demande',
      more: 'Autres demandes avec du nouveau, qui ne figurent pas ici : {{ more }}.',
      end: 'Ne répondez pas à cet e-mail : on écrit au service depuis la page de la demande.',
    }),
  },
  desk: {
    subject: 'Nouvelle demande {{ ticket }} : {{ step }}',
    html: `<p>Une demande est arrivée pour <strong>{{ form_title }}</strong> : {{ step }}.</p>
<p>Référence de la demande : <strong>{{ ticket }}</strong></p>
{% if email %}<p>Envoyée par : {{ email }}</p>{% endif %}
{% if summary %}{{ summary | raw }}{% else %}{% for answer in answers %}<p><strong>{{ answer.label }}</strong><br>{{ answer.text | escape | newline_to_br | raw }}</p>{% endfor %}{% endif %}
{% if files.size > 0 %}<p><strong>Pièces jointes</strong></p><ul>{% for file in files %}<li>{{ file }}</li>{% endfor %}</ul><p>Les pièces jointes se téléchargent depuis le tableau de bord, en cherchant la référence.</p>{% endif %}`,
  },
  figures: {
    subject: 'Statistiques de la semaine {{ week }}',
    html: figuresMail({
      hello: 'Bonjour,',
      intro:
        'Voici les statistiques des formulaires que vous avez choisis, pour la semaine {{ week }}. L’écart avec la semaine précédente est entre parenthèses. Les nombres inférieurs à {{ hidden_below }} ne sont pas affichés.',
      others: 'Les autres formulaires choisis, moins visités, ne sont pas affichés\u202f: {{ others }}.',
      end: 'Pour ne plus les recevoir, ouvrez les statistiques d’un formulaire et désactivez «\u202fE-mail hebdomadaire\u202f».',
    }),
  },
  address: {
    subject: 'Confirmez votre adresse e-mail',
    html: `<p>Bonjour,</p>
<p>Vous avez demandé à recevoir chaque lundi les statistiques de <strong>{{ form_title }}</strong>. Pour confirmer que cette adresse est la vôtre, ouvrez le lien et connectez-vous avec votre compte <strong>{{ username }}</strong>\u202f:</p>
<p><a href="{{ link }}">Confirmer l’adresse</a></p>
<p>Si vous n’avez rien demandé, ignorez ce message\u202f: rien n’est envoyé sans confirmation.</p>`,
  },
}
