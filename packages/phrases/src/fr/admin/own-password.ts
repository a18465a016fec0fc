/** Phrases for the dialog in which operators change their own password. */
export const ownPassword = {
  own_password: 'Changer le mot de passe',
  own_password_text: 'Vos autres sessions se terminent ; celle-ci continue.',
  own_password_present: 'Mot de passe actuel',
  own_password_repeat: 'Répétez le nouveau mot de passe',
  own_password_differs: 'Les deux mots de passe ne sont pas identiques.',
  own_password_changed: 'Mot de passe changé',
}
