/** Phrases for the dialog in which operators see their own sessions. */
export const ownSessions = {
  own_sessions: 'Sitzungen',
  own_sessions_text:
    'Wo Sie angemeldet sind und sich noch nicht abgemeldet haben. Ist Ihnen eine davon unbekannt, beenden Sie sie und ändern Sie Ihr Passwort.',
  session_unknown: 'Browser nicht erkannt',
  session_present: 'Diese',
  session_way: 'Angemeldet mit',
  session_way_link: 'Adresse aus der Befehlszeile',
  session_way_password: 'Passwort',
  session_way_password_code: 'Passwort und Code',
  session_way_password_passkey: 'Passwort und Passkey',
  session_way_passkey: 'Passkey',
  session_way_provider: 'Anmeldedienst',
  session_began: 'Begonnen am',
  session_last_used: 'Zuletzt benutzt',
  session_end: 'Beenden',
  session_end_title: 'Sitzung beenden',
  session_end_text: 'Die Sitzung „{1}“ endet sofort: Wer sie benutzt, muss sich neu anmelden.',
  session_ended: 'Sitzung beendet: {1}',
  sessions_end_others: 'Alle anderen beenden',
  sessions_end_others_text: 'Nur diese Sitzung bleibt offen; wer die anderen benutzt, muss sich neu anmelden.',
  sessions_ended: 'Andere Sitzungen beendet',
  proof_title: 'Neu anmelden',
  proof_text:
    'Diese Änderung verlangt eine Anmeldung der letzten zehn Minuten: Melden Sie sich neu an, dann geht sie von selbst weiter. Auch eine neue Zugangsadresse in einem anderen Tab genügt.',
  second_factor_title: 'Ein zweiter Faktor ist nötig',
  second_factor_set_up:
    'Ein Passwort allein genügt hier nicht mehr. Richten Sie eine Authenticator-App ein oder fügen Sie einen Passkey hinzu: Danach geht es hier weiter, in derselben Sitzung.',
  second_factor_use:
    'Sie haben schon einen zweiten Faktor, sind in dieser Sitzung aber nur mit dem Passwort angemeldet. Melden Sie sich ab und mit ihm wieder an.',
  second_factor_lost: 'Haben Sie ihn nicht mehr, fragen Sie, wer die Operatoren verwaltet.',
}
