import type { settings as italian } from '../../it/admin/settings.ts'

export const settings: Record<keyof typeof italian, string> = {
  view_settings: 'Systemeinstellungen',
  setting_code: 'Code',
  setting_value: 'Wert',
  setting_add: 'Einstellung hinzufügen',
  setting_edit: 'Einstellung bearbeiten',
  setting_duplicate: 'Einstellung duplizieren',
  setting_delete: 'Einstellung löschen',
  setting_delete_text: 'Die Einstellung „{1}“ wird für alle Kunden gelöscht.',
}
