import type { settings as italian } from '../../it/admin/settings.ts'

export const settings: Record<keyof typeof italian, string> = {
  view_settings: 'Paramètres système',
  setting_code: 'Code',
  setting_value: 'Valeur',
  setting_add: 'Ajouter un paramètre',
  setting_edit: 'Modifier le paramètre',
  setting_duplicate: 'Dupliquer le paramètre',
  setting_delete: 'Supprimer le paramètre',
  setting_delete_text: 'Le paramètre « {1} » sera supprimé pour tous les clients.',
}
