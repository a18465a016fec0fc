/** Phrases for the dialog in which operators see their own sessions. */
export const ownSessions = {
  own_sessions: 'Sessions',
  own_sessions_text:
    'Là où vous êtes connecté et ne vous êtes pas encore déconnecté. Si vous n’en reconnaissez pas une, terminez-la et changez votre mot de passe.',
  session_unknown: 'Navigateur non reconnu',
  session_present: 'Celle-ci',
  session_way: 'Connexion par',
  session_way_link: 'Adresse de la ligne de commande',
  session_way_password: 'Mot de passe',
  session_way_password_code: 'Mot de passe et code',
  session_way_password_passkey: 'Mot de passe et clé d’accès',
  session_way_passkey: 'Clé d’accès',
  session_way_provider: 'Fournisseur de connexion',
  session_began: 'Commencée le',
  session_last_used: 'Dernière utilisation',
  session_end: 'Terminer',
  session_end_title: 'Terminer la session',
  session_end_text: 'La session « {1} » se termine aussitôt : qui l’utilise doit se reconnecter.',
  session_ended: 'Session terminée : {1}',
  sessions_end_others: 'Terminer toutes les autres',
  sessions_end_others_text: 'Seule cette session reste ouverte ; qui utilise les autres doit se reconnecter.',
  sessions_ended: 'Autres sessions terminées',
  proof_title: 'Se reconnecter',
  proof_text:
    'Cette modification demande une connexion des dix dernières minutes : reconnectez-vous et elle se poursuit d’elle-même. Une nouvelle adresse d’accès ouverte dans un autre onglet suffit aussi.',
  second_factor_title: 'Un second facteur est nécessaire',
  second_factor_set_up:
    'Un mot de passe seul ne suffit plus ici. Activez un authentificateur ou ajoutez une clé d’accès : vous continuez ensuite d’ici, dans cette même session.',
  second_factor_use:
    'Vous avez déjà un second facteur, mais cette session a été ouverte avec le seul mot de passe. Déconnectez-vous, puis connectez-vous avec lui.',
  second_factor_lost: 'Si vous ne l’avez plus, demandez à qui gère les opérateurs.',
}
