/** Phrases for the dashboard's view of the mapping log. */
export const log = {
  view_mapping_log: 'Log mappature',
  log_client: 'Client',
  log_sub_client: 'Sub client {1}',
  log_action: 'Azione',
  log_deleted: 'Cancellato',
  log_not_found: 'Non trovato',
  log_modified: 'Modificato',
  log_details: 'Dettagli',
  log_timestamp: 'Data e ora',
  log_empty_hint: 'Qui compare ogni mappatura modificata, cancellata o non trovata.',
}
