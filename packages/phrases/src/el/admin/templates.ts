export const templates = {
  view_templates: 'Πρότυπα μηνυμάτων',
  template_name: 'Όνομα',
  template_language: 'Γλώσσα',
  template_subject: 'Θέμα',
  template_html: 'Κείμενο (HTML)',
  template_hint:
    'Μπορείτε να χρησιμοποιήσετε ticket, otp, form_title, customer, link, from, to, expiration και τους κωδικούς των ερωτήσεων, σε διπλά άγκιστρα.',
  template_add: 'Προσθήκη προτύπου',
  template_edit: 'Επεξεργασία προτύπου',
  template_duplicate: 'Αντιγραφή προτύπου',
  template_delete: 'Διαγραφή προτύπου',
  template_delete_text: 'Το πρότυπο «{1}» θα διαγραφεί. Οι φόρμες που το αναφέρουν θα στέλνουν το προεπιλεγμένο μήνυμα.',
  template_preview: 'Προεπισκόπηση',
  template_preview_form: 'Φόρμα για την προεπισκόπηση',
}
