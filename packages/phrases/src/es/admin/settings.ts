import type { settings as italian } from '../../it/admin/settings.ts'

export const settings: Record<keyof typeof italian, string> = {
  view_settings: 'Ajustes del sistema',
  setting_code: 'Código',
  setting_value: 'Valor',
  setting_add: 'Añadir ajuste',
  setting_edit: 'Modificar ajuste',
  setting_duplicate: 'Duplicar ajuste',
  setting_delete: 'Eliminar ajuste',
  setting_delete_text: 'El ajuste «{1}» se eliminará para todos los clientes.',
}
