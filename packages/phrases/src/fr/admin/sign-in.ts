import type { signIn as italian } from '../../it/admin/sign-in.ts'

export const signIn: Record<keyof typeof italian, string> = {
  sign_in_or: 'ou',
  sign_in_passkey: 'Se connecter avec une clé d’accès',
  sign_in_provider: 'Se connecter avec {1}',
  provider_refused: 'La connexion avec {1} n’a pas abouti. Réessayez, ou demandez à qui gère les opérateurs si votre nom d’utilisateur est le bon.',
  provider_away: '{1} ne répond pas. Réessayez dans un instant ou connectez-vous autrement.',
  passkeys: 'Clés d’accès',
  passkeys_text:
    'Avec une clé d’accès (passkey), vous vous connectez sans mot de passe ni code : l’appareil vous reconnaît à votre empreinte, à votre visage ou à son code PIN.',
  passkeys_none: 'Vous n’avez pas encore de clé d’accès.',
  passkey_name: 'Nom',
  passkey_name_hint: 'Pour la reconnaître dans la liste, par exemple « Portable du bureau ».',
  passkey_added_at: 'Ajoutée le',
  passkey_last_used: 'Dernière utilisation',
  passkey_never: 'jamais',
  passkey_add: 'Ajouter une clé d’accès',
  passkey_add_text: 'Après « Continuer », le navigateur demande où la conserver.',
  passkey_continue: 'Continuer',
  passkey_added: 'Clé d’accès ajoutée : {1}',
  passkey_delete: 'Supprimer la clé d’accès',
  passkey_delete_text:
    'Vous ne pourrez plus vous connecter avec la clé d’accès « {1} ». Retirez-la ensuite aussi de l’appareil ou du gestionnaire de mots de passe qui la conserve.',
  passkey_cancelled: 'Aucune clé d’accès n’a été reçue : la demande a été annulée ou a expiré.',
  passkey_known: 'Cet appareil conserve déjà une clé d’accès à vous.',
  passkey_failed: 'Le navigateur n’a pas pu utiliser la clé d’accès.',
  passkey_elsewhere: 'Ici, les clés d’accès ne fonctionnent pas : elles sont liées à l’adresse publique:',
  passkey_nowhere: 'Ici, les clés d’accès ne fonctionnent pas : l’adresse publique (PUBLIC_URL) doit être un nom en https, pas un numéro.',
  passkey_unsupported: 'Ce navigateur ne connaît pas les clés d’accès.',
  invitation_title: 'Choisissez votre mot de passe',
  invitation_text:
    'Vous avez reçu une invitation à gérer les formulaires. Choisissez un mot de passe : vous seul le connaissez, et vous vous connecterez désormais avec votre nom d’utilisateur.',
  invitation_accept: 'Enregistrer et se connecter',
}
