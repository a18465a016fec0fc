import type { signIn as italian } from '../../it/admin/sign-in.ts'

export const signIn: Record<keyof typeof italian, string> = {
  sign_in_or: 'of',
  sign_in_passkey: 'Inloggen met een passkey',
  sign_in_provider: 'Inloggen met {1}',
  provider_refused: 'Inloggen met {1} is niet gelukt. Probeer het opnieuw of vraag wie de beheerders beheert of uw gebruikersnaam klopt.',
  provider_away: '{1} reageert niet. Probeer het zo meteen opnieuw of log op een andere manier in.',
  passkeys: 'Passkeys',
  passkeys_text: 'Met een passkey logt u in zonder wachtwoord en zonder code: uw apparaat herkent u aan uw vingerafdruk, uw gezicht of zijn pincode.',
  passkeys_none: 'U hebt nog geen passkeys.',
  passkey_name: 'Naam',
  passkey_name_hint: 'Zodat u hem in de lijst herkent, bijvoorbeeld ‘Laptop op kantoor’.',
  passkey_added_at: 'Toegevoegd',
  passkey_last_used: 'Laatst gebruikt',
  passkey_never: 'nooit',
  passkey_add: 'Passkey toevoegen',
  passkey_add_text: 'Na ‘Doorgaan’ vraagt de browser waar hij hem moet bewaren.',
  passkey_continue: 'Doorgaan',
  passkey_added: 'Passkey toegevoegd: {1}',
  passkey_delete: 'Passkey verwijderen',
  passkey_delete_text:
    'U kunt dan niet meer inloggen met de passkey ‘{1}’. Verwijder hem daarna ook van het apparaat of uit de wachtwoordbeheerder waarin hij staat.',
  passkey_cancelled: 'Er is geen passkey ontvangen: het verzoek is geannuleerd of verlopen.',
  passkey_known: 'Dit apparaat bewaart al een passkey van u.',
  passkey_failed: 'De browser kon de passkey niet gebruiken.',
  passkey_elsewhere: 'Passkeys werken hier niet: ze horen bij het openbare adres:',
  passkey_nowhere: 'Passkeys werken hier niet: het openbare adres (PUBLIC_URL) moet een naam met https zijn, geen nummer.',
  passkey_unsupported: 'Deze browser kent geen passkeys.',
  invitation_title: 'Kies uw wachtwoord',
  invitation_text:
    'U bent uitgenodigd om de formulieren te beheren. Kies een wachtwoord: alleen u kent het, en voortaan meldt u zich aan met uw gebruikersnaam.',
  invitation_accept: 'Opslaan en aanmelden',
}
