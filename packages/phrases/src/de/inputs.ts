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
}
