/** Phrases for the dialog in which operators change their own password. */
export const ownPassword = {
  own_password: 'Cambiar la contraseña',
  own_password_text: 'Tus otras sesiones terminan; esta continúa.',
  own_password_present: 'Contraseña actual',
  own_password_repeat: 'Repite la nueva contraseña',
  own_password_differs: 'Las dos contraseñas no son iguales.',
  own_password_changed: 'Contraseña cambiada',
}
