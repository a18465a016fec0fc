import type { InputPhrases } from '../types.ts'

export const inputs: InputPhrases = {
  missing: 'Das Feld ist erforderlich.',
  too_long: 'Zu lang: höchstens {1} Zeichen.',
  too_short: 'Zu kurz: mindestens {1} Zeichen.',
  too_many: 'Zu viele: höchstens {1}.',
  too_few: 'Zu wenige: mindestens {1}.',
  too_small: 'Das Minimum ist {1}.',
  too_large: 'Das Maximum ist {1}.',
  too_much: 'Enthält zu viele Daten.',
  wrong_type: 'Der Wert hat nicht den richtigen Typ.',
  not_offered: 'Der Wert gehört nicht zu den zulässigen: {1}.',
  unknown: 'Dieses Feld gibt es nicht.',
  format: 'Der Wert ist ungültig: Bitte die Schreibweise prüfen.',
  fixed: 'Lässt sich nicht ändern.',
  reserved: 'Reserviert: Bitte einen anderen Wert wählen.',
  absent: 'Gibt es nicht, oder Sie dürfen es nicht verwalten.',
  wrong: 'Nicht korrekt.',
  last_owner: 'Mindestens eine aktive Verwaltung aller Formulare muss bleiben.',
  inside_address: 'Die Adresse ist nicht zulässig: Sie muss https und öffentlich sein.',
  given_again: 'Die Adresse, an die es geht, hat sich geändert: Bitte erneut eingeben.',
  common_password: 'Dieses Passwort gehört zu den ersten, die ausprobiert werden: bitte ein anderes wählen.',
  has_requests:
    'Das Formular hat Anfragen erhalten und kann nicht gelöscht werden: Sie gingen samt Anhängen verloren. Um es zu schließen, wählen Sie „Bearbeiten“ und schalten Sie die Wartung ein.',
  carries_link:
    'Diese E-Mail ist bereits versandt und enthält einen persönlichen Link, der nicht zweimal verschickt wird. Öffnen Sie die Anfrage {1} und senden Sie dort die Bestätigung erneut: Es wird ein neuer Link versandt.',
  carries_recovery:
    'Diese E-Mail ist bereits versandt und enthält einen persönlichen Link, der nicht zweimal verschickt wird. Unter Konten und Token können Sie eine neue Passwort-Wiederherstellung starten.',
  twice: '„{1}“ kommt zweimal vor.',
  twice_here: 'Kommt zweimal vor.',
  too_deep: 'Zu tief verschachtelt: höchstens {1} Ebenen.',
  no_definition: 'Es gibt keine Definition „{1}“.',
  no_form: 'Es gibt kein Formular „{1}“.',
  no_secret: '„{1}“ hat kein Geheimnis oder Token.',
  pattern: 'Der reguläre Ausdruck ist ungültig: {1}',
  template: 'Die Liquid-Vorlage ist ungültig: {1}',
}
