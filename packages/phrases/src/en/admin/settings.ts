import type { settings as italian } from '../../it/admin/settings.ts'

export const settings: Record<keyof typeof italian, string> = {
  view_settings: 'System settings',
  setting_code: 'Code',
  setting_value: 'Value',
  setting_add: 'Add setting',
  setting_edit: 'Edit setting',
  setting_duplicate: 'Duplicate setting',
  setting_delete: 'Delete setting',
  setting_delete_text: 'The setting “{1}” will be deleted for all customers.',
}
