import type { log as italian } from '../../it/admin/log.ts'

export const log: Record<keyof typeof italian, string> = {
  view_mapping_log: 'Journal des correspondances',
  log_client: 'Client',
  log_sub_client: 'Sous-client {1}',
  log_action: 'Action',
  log_deleted: 'Supprimé',
  log_not_found: 'Introuvable',
  log_modified: 'Modifié',
  log_details: 'Détails',
  log_timestamp: 'Date et heure',
  log_empty_hint: 'Chaque correspondance modifiée, supprimée ou introuvable apparaît ici.',
}
