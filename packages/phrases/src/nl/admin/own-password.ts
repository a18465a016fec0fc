/** Phrases for the dialog in which operators change their own password. */
export const ownPassword = {
  own_password: 'Wachtwoord wijzigen',
  own_password_text: 'Uw andere sessies eindigen; deze gaat door.',
  own_password_present: 'Huidig wachtwoord',
  own_password_repeat: 'Herhaal het nieuwe wachtwoord',
  own_password_differs: 'De twee wachtwoorden zijn niet gelijk.',
  own_password_changed: 'Wachtwoord gewijzigd',
}
