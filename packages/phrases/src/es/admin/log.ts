import type { log as italian } from '../../it/admin/log.ts'

export const log: Record<keyof typeof italian, string> = {
  view_mapping_log: 'Registro de asignaciones',
  log_client: 'Cliente',
  log_sub_client: 'Subcliente {1}',
  log_action: 'Acción',
  log_deleted: 'Eliminado',
  log_not_found: 'No encontrado',
  log_modified: 'Modificado',
  log_details: 'Detalles',
  log_timestamp: 'Fecha y hora',
  log_empty_hint: 'Aquí aparece cada asignación modificada, eliminada o no encontrada.',
}
