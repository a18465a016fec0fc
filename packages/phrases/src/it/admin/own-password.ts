/** Phrases for the dialog in which operators change their own password. */
export const ownPassword = {
  own_password: 'Cambia la password',
  own_password_text: 'Le altre tue sessioni finiscono; questa continua.',
  own_password_present: 'Password attuale',
  own_password_repeat: 'Ripeti la nuova password',
  own_password_differs: 'Le due password non sono uguali.',
  own_password_changed: 'Password cambiata',
}
