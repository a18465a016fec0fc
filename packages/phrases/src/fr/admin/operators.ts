import type { operators as italian } from '../../it/admin/operators.ts'

export const operators: Record<keyof typeof italian, string> = {
  view_operators: 'Opérateurs',
  operator_name: 'Prénom',
  operator_surname: 'Nom',
  operator_email: 'E-mail',
  operator_role: 'Rôle',
  role_viewer_hint: 'Lit tout, ne change rien.',
  role_operator_hint: 'Modifie paramètres, formulaires et correspondances.',
  role_owner_hint: 'Peut tout, et décide qui opère.',
  operator_forms: 'Formulaires accessibles',
  operator_all_forms: 'Tous les formulaires',
  operator_no_forms: 'Sans formulaire il ne voit rien : saisissez son code et ajoutez-le.',
  operator_state: 'État',
  operator_active: 'Actif',
  operator_disabled: 'Désactivé',
  operator_disable: 'Désactiver l’accès',
  operator_disable_hint: 'Ses sessions se terminent aussitôt ; l’opérateur et le journal restent.',
  operator_new_password: 'Nouveau mot de passe',
  operator_password_hint:
    'Sans mot de passe : par une clé d’accès déjà ajoutée, par le fournisseur de connexion s’il y en a un, ou par un lien de la ligne de commande.',
  operator_new_password_hint: 'Laissez vide pour le garder ; un nouveau ferme les sessions ouvertes et supprime les clés d’accès.',
  operator_yourself: 'C’est vous : un rôle moindre, une désactivation ou un nouveau mot de passe s’appliquent aussitôt.',
  operator_add: 'Ajouter un opérateur',
  operator_edit: 'Modifier l’opérateur',
  operator_delete: 'Supprimer l’opérateur',
  operator_delete_text: 'L’opérateur « {1} » ne pourra plus entrer et ses sessions se terminent aussitôt. Ce qu’il a fait reste au journal.',
}
