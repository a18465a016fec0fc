/** The view of the mails' templates. */
export const templates = {
  view_templates: 'Modelli di posta',
  template_name: 'Nome',
  template_language: 'Lingua',
  template_subject: 'Oggetto',
  template_html: 'Testo (HTML)',
  template_hint: 'Puoi usare ticket, otp, form_title, customer, link, from, to, expiration e i codici delle domande, tra doppie graffe.',
  template_add: 'Aggiungi modello',
  template_edit: 'Modifica modello',
  template_duplicate: 'Duplica modello',
  template_delete: 'Elimina modello',
  template_delete_text: 'Il modello «{1}» sarà eliminato. I form che lo nominano manderanno la mail predefinita.',
  template_preview: 'Anteprima',
  template_preview_form: 'Form per l’anteprima',
}
