import type { InputPhrases } from '../types.ts'

export const inputs: InputPhrases = {
  missing: 'Il campo è obbligatorio.',
  too_long: 'È troppo lungo: al massimo {1} caratteri.',
  too_short: 'È troppo corto: almeno {1} caratteri.',
  too_many: 'Sono troppi: al massimo {1}.',
  too_few: 'Sono troppo pochi: almeno {1}.',
  too_small: 'Il minimo è {1}.',
  too_large: 'Il massimo è {1}.',
  too_much: 'Contiene troppi dati.',
  wrong_type: 'Il valore non è del tipo giusto.',
  not_offered: 'Il valore non è fra quelli ammessi: {1}.',
  unknown: 'Questo campo non esiste.',
  format: 'Il valore non è valido: controlla come è scritto.',
  fixed: 'Non si può cambiare.',
  reserved: 'È riservato: scegline un altro.',
  absent: 'Non esiste, oppure non rientra fra ciò che puoi gestire.',
  wrong: 'Non è corretto.',
  last_owner: 'Deve restare almeno un Titolare attivo di tutti i form.',
  inside_address: 'L’indirizzo non è ammesso: deve essere https e raggiungibile da tutti.',
  given_again: 'L’indirizzo a cui va è cambiato: scrivilo di nuovo.',
  common_password: 'Questa password è tra le prime che si provano: scegline un’altra.',
  has_requests:
    'Il form ha ricevuto richieste e non si può eliminare: andrebbero perse con i loro allegati. Per chiuderlo al pubblico usa «Modifica» e attiva la manutenzione.',
  carries_link:
    'Questa mail è già partita e contiene un link personale, che non si rimanda uguale. Apri la richiesta {1} e usa «Invia di nuovo la conferma»: parte un link nuovo.',
  carries_recovery:
    'Questa mail è già partita e contiene un link personale, che non si rimanda uguale. In «Account e token» puoi far partire un nuovo recupero della password.',
  twice: '«{1}» compare due volte.',
  twice_here: 'Compare due volte.',
  too_deep: 'È annidato troppo in profondità: al massimo {1} livelli.',
  no_definition: 'Non c’è una definizione «{1}».',
  no_form: 'Non c’è un form «{1}».',
  no_secret: 'A «{1}» manca il segreto o il token.',
  pattern: 'L’espressione regolare non è valida: {1}',
  template: 'Il modello Liquid non è valido: {1}',
}
