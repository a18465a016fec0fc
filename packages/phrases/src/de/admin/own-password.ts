/** Phrases for the dialog in which operators change their own password. */
export const ownPassword = {
  own_password: 'Passwort ändern',
  own_password_text: 'Ihre anderen Sitzungen enden; diese läuft weiter.',
  own_password_present: 'Aktuelles Passwort',
  own_password_repeat: 'Neues Passwort wiederholen',
  own_password_differs: 'Die beiden Passwörter sind nicht gleich.',
  own_password_changed: 'Passwort geändert',
}
