/** Phrases for the dialog in which operators change their own password. */
export const ownPassword = {
  own_password: 'Change the password',
  own_password_text: 'Your other sessions end; this one goes on.',
  own_password_present: 'Present password',
  own_password_repeat: 'Repeat the new password',
  own_password_differs: 'The two passwords are not the same.',
  own_password_changed: 'Password changed',
}
