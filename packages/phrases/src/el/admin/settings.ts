import type { settings as italian } from '../../it/admin/settings.ts'

export const settings: Record<keyof typeof italian, string> = {
  view_settings: 'Ρυθμίσεις συστήματος',
  setting_code: 'Κωδικός',
  setting_value: 'Τιμή',
  setting_add: 'Προσθήκη ρύθμισης',
  setting_edit: 'Επεξεργασία ρύθμισης',
  setting_duplicate: 'Αντιγραφή ρύθμισης',
  setting_delete: 'Διαγραφή ρύθμισης',
  setting_delete_text: 'Η ρύθμιση «{1}» θα διαγραφεί για όλους τους πελάτες.',
}
