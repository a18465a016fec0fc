/** The view of the system settings. */
export const settings = {
  view_settings: 'Impostazioni di sistema',
  setting_code: 'Codice',
  setting_value: 'Valore',
  setting_add: 'Aggiungi impostazione',
  setting_edit: 'Modifica impostazione',
  setting_duplicate: 'Duplica impostazione',
  setting_delete: 'Elimina impostazione',
  setting_delete_text: 'L’impostazione «{1}» sarà eliminata per tutti i clienti.',
}
