export const templates = {
  view_templates: 'E-Mail-Vorlagen',
  mail_template_name: 'Name',
  mail_template_language: 'Sprache',
  mail_template_subject: 'Betreff',
  mail_template_html: 'Text (HTML)',
  mail_template_hint:
    'Verfügbar sind ticket, otp, form_title, customer, link, from, to, expiration und die Codes der Fragen, in doppelten geschweiften Klammern.',
  mail_template_add: 'Vorlage hinzufügen',
  mail_template_edit: 'Vorlage bearbeiten',
  mail_template_duplicate: 'Vorlage duplizieren',
  mail_template_delete: 'Vorlage löschen',
  mail_template_delete_text: 'Die Vorlage „{1}“ wird gelöscht. Formulare, die sie nennen, senden dann die eingebaute E-Mail.',
  mail_template_preview: 'Vorschau',
  mail_template_preview_form: 'Formular für die Vorschau',
}
