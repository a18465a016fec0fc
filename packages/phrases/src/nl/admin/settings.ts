import type { settings as italian } from '../../it/admin/settings.ts'

export const settings: Record<keyof typeof italian, string> = {
  view_settings: 'Systeeminstellingen',
  setting_code: 'Code',
  setting_value: 'Waarde',
  setting_add: 'Instelling toevoegen',
  setting_edit: 'Instelling bewerken',
  setting_duplicate: 'Instelling dupliceren',
  setting_delete: 'Instelling verwijderen',
  setting_delete_text: 'De instelling ‘{1}’ wordt voor alle klanten verwijderd.',
}
