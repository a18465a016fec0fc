export const templates = {
  view_templates: 'Πρότυπα μηνυμάτων',
  mail_template_name: 'Όνομα',
  mail_template_language: 'Γλώσσα',
  mail_template_subject: 'Θέμα',
  mail_template_html: 'Κείμενο (HTML)',
  mail_template_hint:
    'Μπορείτε να χρησιμοποιήσετε ticket, otp, form_title, customer, link, from, to, expiration και τους κωδικούς των ερωτήσεων, σε διπλά άγκιστρα.',
  mail_template_add: 'Προσθήκη προτύπου',
  mail_template_edit: 'Επεξεργασία προτύπου',
  mail_template_duplicate: 'Αντιγραφή προτύπου',
  mail_template_delete: 'Διαγραφή προτύπου',
  mail_template_delete_text: 'Το πρότυπο «{1}» θα διαγραφεί. Οι φόρμες που το αναφέρουν θα στέλνουν το προεπιλεγμένο μήνυμα.',
  mail_template_preview: 'Προεπισκόπηση',
  mail_template_preview_form: 'Φόρμα για την προεπισκόπηση',
}
