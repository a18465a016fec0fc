import type { log as italian } from '../../it/admin/log.ts'

export const log: Record<keyof typeof italian, string> = {
  view_mapping_log: 'Logboek toewijzingen',
  log_client: 'Cliënt',
  log_sub_client: 'Subcliënt {1}',
  log_action: 'Actie',
  log_deleted: 'Verwijderd',
  log_not_found: 'Niet gevonden',
  log_modified: 'Gewijzigd',
  log_details: 'Details',
  log_timestamp: 'Datum en tijd',
  log_empty_hint: 'Hier verschijnt elke gewijzigde, verwijderde of niet gevonden toewijzing.',
}
