import type { InputPhrases } from '../types.ts'

export const inputs: InputPhrases = {
  missing: 'Het veld is verplicht.',
  too_long: 'Te lang: hoogstens {1} tekens.',
  too_short: 'Te kort: minstens {1} tekens.',
  too_many: 'Te veel: hoogstens {1}.',
  too_few: 'Te weinig: minstens {1}.',
  too_small: 'Het minimum is {1}.',
  too_large: 'Het maximum is {1}.',
  too_much: 'Bevat te veel gegevens.',
  wrong_type: 'De waarde is niet van het juiste type.',
  not_offered: 'De waarde hoort niet bij de toegestane: {1}.',
  unknown: 'Dit veld bestaat niet.',
  format: 'De waarde is niet geldig: controleer hoe die geschreven is.',
  fixed: 'Kan niet worden gewijzigd.',
  reserved: 'Gereserveerd: kies iets anders.',
  absent: 'Bestaat niet, of u mag het niet beheren.',
  wrong: 'Niet juist.',
  last_owner: 'Er moet ten minste één actieve Eigenaar van alle formulieren overblijven.',
  inside_address: 'Het adres is niet toegestaan: het moet https en openbaar zijn.',
  given_again: 'Het adres waar het naartoe gaat, is veranderd: vul het opnieuw in.',
  common_password: 'Dit wachtwoord is een van de eerste die worden geprobeerd: kies een ander.',
  has_requests:
    'Het formulier heeft aanvragen ontvangen en kan niet worden verwijderd: ze zouden met hun bijlagen verloren gaan. Kies „Bewerken” en zet onderhoud aan om het voor het publiek te sluiten.',
  carries_link:
    'Deze e-mail is al verzonden en bevat een persoonlijke link, die niet twee keer wordt verstuurd. Open de aanvraag {1} en verstuur daar de bevestiging opnieuw: er gaat een nieuwe link uit.',
  carries_recovery:
    'Deze e-mail is al verzonden en bevat een persoonlijke link, die niet twee keer wordt verstuurd. Bij accounts en tokens kunt u een nieuw wachtwoordherstel starten.',
  twice: '„{1}” komt twee keer voor.',
  twice_here: 'Komt twee keer voor.',
  too_deep: 'Te diep genest: hoogstens {1} niveaus.',
  no_definition: 'Er is geen definitie „{1}”.',
  no_form: 'Er is geen formulier „{1}”.',
  no_secret: '„{1}” heeft geen geheim of token.',
  pattern: 'De reguliere expressie is niet geldig: {1}',
  template: 'De Liquid-sjabloon is niet geldig: {1}',
}
