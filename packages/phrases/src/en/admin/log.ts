import type { log as italian } from '../../it/admin/log.ts'

export const log: Record<keyof typeof italian, string> = {
  view_mapping_log: 'Mapping log',
  log_client: 'Client',
  log_sub_client: 'Sub client {1}',
  log_action: 'Action',
  log_deleted: 'Deleted',
  log_not_found: 'Not found',
  log_modified: 'Modified',
  log_details: 'Details',
  log_timestamp: 'Date and time',
  log_empty_hint: 'Every mapping that is changed, deleted or not found appears here.',
}
