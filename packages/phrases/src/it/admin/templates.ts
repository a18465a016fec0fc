/** The view of the mails' templates. */
export const templates = {
  view_templates: 'Modelli di posta',
  mail_template_name: 'Nome',
  mail_template_language: 'Lingua',
  mail_template_subject: 'Oggetto',
  mail_template_html: 'Testo (HTML)',
  mail_template_hint: 'Puoi usare ticket, otp, form_title, customer, link, from, to, expiration e i codici delle domande, tra doppie graffe.',
  mail_template_add: 'Aggiungi modello',
  mail_template_edit: 'Modifica modello',
  mail_template_duplicate: 'Duplica modello',
  mail_template_delete: 'Elimina modello',
  mail_template_delete_text: 'Il modello «{1}» sarà eliminato. I form che lo nominano manderanno la mail predefinita.',
  mail_template_preview: 'Anteprima',
  mail_template_preview_form: 'Form per l’anteprima',
}
