import type { InputPhrases } from '../types.ts'

export const inputs: InputPhrases = {
  missing: 'Le champ est obligatoire.',
  too_long: 'Trop long : {1} caractères au maximum.',
  too_short: 'Trop court : {1} caractères au minimum.',
  too_many: 'Il y en a trop : {1} au maximum.',
  too_few: 'Il n’y en a pas assez : {1} au minimum.',
  too_small: 'Le minimum est {1}.',
  too_large: 'Le maximum est {1}.',
  too_much: 'Contient trop de données.',
  wrong_type: 'La valeur n’est pas du bon type.',
  not_offered: 'La valeur n’est pas parmi celles admises : {1}.',
  unknown: 'Ce champ n’existe pas.',
  format: 'La valeur n’est pas valide : vérifiez comment elle est écrite.',
  fixed: 'Ne peut pas être modifié.',
  reserved: 'C’est réservé : choisissez-en un autre.',
  absent: 'N’existe pas, ou ne fait pas partie de ce que vous gérez.',
  wrong: 'Ce n’est pas correct.',
  last_owner: 'Il doit rester au moins un Responsable actif de tous les formulaires.',
  inside_address: 'L’adresse n’est pas admise : elle doit être en https et publique.',
  given_again: 'L’adresse à laquelle il va a changé : saisissez-le à nouveau.',
  common_password: 'Ce mot de passe est parmi les premiers que l’on essaie : choisissez-en un autre.',
  has_requests:
    'Le formulaire a reçu des demandes et ne peut pas être supprimé : elles seraient perdues avec leurs pièces jointes. Pour le fermer au public, choisissez « Modifier » et activez la maintenance.',
  carries_link:
    'Cet e-mail est déjà parti et contient un lien personnel, qui n’est pas envoyé deux fois. Ouvrez la demande {1} et renvoyez-y la confirmation : un nouveau lien est envoyé.',
  carries_recovery:
    'Cet e-mail est déjà parti et contient un lien personnel, qui n’est pas envoyé deux fois. Dans les comptes et jetons, vous pouvez lancer une nouvelle récupération du mot de passe.',
  twice: '« {1} » figure deux fois.',
  twice_here: 'Figure deux fois.',
  too_deep: 'L’imbrication est trop profonde : {1} niveaux au plus.',
  no_definition: 'Il n’y a pas de définition « {1} ».',
  no_form: 'Il n’y a pas de formulaire « {1} ».',
  no_secret: '« {1} » n’a ni secret ni jeton.',
  pattern: 'L’expression régulière n’est pas valable : {1}',
  template: 'Le modèle Liquid n’est pas valable : {1}',
}
