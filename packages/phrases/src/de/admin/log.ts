import type { log as italian } from '../../it/admin/log.ts'

export const log: Record<keyof typeof italian, string> = {
  view_mapping_log: 'Zuordnungsprotokoll',
  log_client: 'Client',
  log_sub_client: 'Sub-Client {1}',
  log_action: 'Aktion',
  log_deleted: 'Gelöscht',
  log_not_found: 'Nicht gefunden',
  log_modified: 'Geändert',
  log_details: 'Einzelheiten',
  log_timestamp: 'Datum und Uhrzeit',
  log_empty_hint: 'Hier erscheint jede geänderte, gelöschte oder nicht gefundene Zuordnung.',
}
