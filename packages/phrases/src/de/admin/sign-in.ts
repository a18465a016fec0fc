import type { signIn as italian } from '../../it/admin/sign-in.ts'

export const signIn: Record<keyof typeof italian, string> = {
  sign_in_or: 'oder',
  sign_in_passkey: 'Mit einem Passkey anmelden',
  sign_in_provider: 'Mit {1} anmelden',
  provider_refused: 'Die Anmeldung mit {1} ist nicht gelungen. Versuchen Sie es erneut oder fragen Sie die Verwaltung, ob Ihr Benutzername stimmt.',
  provider_away: '{1} antwortet nicht. Versuchen Sie es gleich noch einmal oder melden Sie sich auf anderem Weg an.',
  passkeys: 'Passkeys',
  passkeys_text: 'Mit einem Passkey melden Sie sich ohne Passwort und ohne Code an: Ihr Gerät erkennt Sie an Fingerabdruck, Gesicht oder seiner PIN.',
  passkeys_none: 'Sie haben noch keine Passkeys.',
  passkey_name: 'Name',
  passkey_name_hint: 'Damit Sie ihn in der Liste wiedererkennen, zum Beispiel „Laptop im Büro“.',
  passkey_added_at: 'Hinzugefügt',
  passkey_last_used: 'Zuletzt benutzt',
  passkey_never: 'nie',
  passkey_add: 'Passkey hinzufügen',
  passkey_add_text: 'Nach „Weiter“ fragt der Browser, wo er ihn aufbewahren soll.',
  passkey_continue: 'Weiter',
  passkey_added: 'Passkey hinzugefügt: {1}',
  passkey_delete: 'Passkey löschen',
  passkey_delete_text:
    'Mit dem Passkey „{1}“ können Sie sich dann nicht mehr anmelden. Entfernen Sie ihn danach auch von dem Gerät oder aus dem Passwortmanager, in dem er liegt.',
  passkey_cancelled: 'Es kam kein Passkey an: Die Anfrage wurde abgebrochen oder ist abgelaufen.',
  passkey_known: 'Auf diesem Gerät liegt bereits ein Passkey von Ihnen.',
  passkey_failed: 'Der Browser konnte den Passkey nicht verwenden.',
  passkey_elsewhere: 'Hier funktionieren Passkeys nicht: Sie gehören zur öffentlichen Adresse:',
  passkey_nowhere: 'Hier funktionieren Passkeys nicht: Die öffentliche Adresse (PUBLIC_URL) muss ein Name mit https sein, keine Nummer.',
  passkey_unsupported: 'Dieser Browser kennt keine Passkeys.',
  invitation_title: 'Passwort wählen',
  invitation_text:
    'Sie wurden eingeladen, die Formulare zu verwalten. Wählen Sie ein Passwort: Nur Sie kennen es, und ab jetzt melden Sie sich mit Ihrem Benutzernamen an.',
  invitation_accept: 'Speichern und anmelden',
}
