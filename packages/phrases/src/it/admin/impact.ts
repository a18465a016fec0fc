/**
 * Phrases for the warning that the dashboard shows before a dangerous change. It lists the requests, sessions and forms
 * that the change affects.
 */
export const impact = {
  impact_intro: 'Questa modifica tocca anche:',
  impact_requests_one: '1 richiesta non ancora conclusa',
  impact_requests_other: '{1} richieste non ancora concluse',
  impact_sessions_one: '1 persona che ha il form aperto',
  impact_sessions_other: '{1} persone che hanno il form aperto',
  impact_links_one: '1 link personale ancora da usare',
  impact_links_other: '{1} link personali ancora da usare',
  impact_accounts_one: '1 account',
  impact_accounts_other: '{1} account',
  impact_tokens_one: '1 token ancora valido',
  impact_tokens_other: '{1} token ancora validi',
  impact_credentials_one: '1 credenziale B2B',
  impact_credentials_other: '{1} credenziali B2B',
  impact_mappings_one: '1 routing',
  impact_mappings_other: '{1} routing',
  impact_captcha: 'La verifica anti-robot si spegne: anche un programma potrà inviare il form.',
  impact_modes: 'Tipi di autenticazione tolti: {1}',
  impact_forms_one: 'Vale per 1 form: {2}',
  impact_forms_other: 'Vale per {1} form: {2}',
  impact_template_one: '1 form usa questo modello ({2}): le sue mail avranno il testo predefinito o quello di un’altra lingua.',
  impact_template_other: '{1} form usano questo modello ({2}): le loro mail avranno il testo predefinito o quello di un’altra lingua.',
}
