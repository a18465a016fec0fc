/** Phrases for the dialog in which operators change their own password. */
export const ownPassword = {
  own_password: 'Αλλαγή κωδικού',
  own_password_text: 'Οι άλλες συνεδρίες σας τερματίζονται· αυτή συνεχίζει.',
  own_password_present: 'Τρέχων κωδικός',
  own_password_repeat: 'Επαναλάβετε τον νέο κωδικό',
  own_password_differs: 'Οι δύο κωδικοί δεν είναι ίδιοι.',
  own_password_changed: 'Ο κωδικός άλλαξε',
}
