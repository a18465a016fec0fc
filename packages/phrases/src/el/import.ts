import type { ImportPhrases } from '../import-phrases.ts'

/**
 * Phrases for the import of forms from other products: notes about parts that were changed or left out, and reasons why
 * a form was rejected.
 */
export const imports: ImportPhrases = {
  import_note_branch: 'Η απάντηση στην ερώτηση «{1}» καθορίζει τη συνέχεια της φόρμας: οι επιλογές της έγιναν βήματα.',
  import_note_condition: 'Η συνθήκη «{1}» δεν μεταφέρθηκε: αυτές οι ερωτήσεις εμφανίζονται πάντα και είναι προαιρετικές.',
  import_note_type_left_out: 'Ο τύπος «{1}» δεν υπάρχει εδώ: το στοιχείο παραλείφθηκε.',
  import_note_type_changed: 'Ο τύπος «{1}» έγινε «{2}».',
  import_note_setting: 'Η ρύθμιση «{1}» δεν μεταφέρθηκε.',
  import_note_script: 'Ο κανόνας «{1}» δεν μεταφέρθηκε: ελέγξτε αν χρειάζεται ένα όριο στη θέση του.',
  import_note_pattern: 'Η κανονική έκφραση «{1}» δεν μπορεί να χρησιμοποιηθεί εδώ και παραλείφθηκε.',
  import_note_calculation: 'Ο υπολογισμός «{1}» δεν μεταφέρθηκε.',
  import_note_default: 'Η αρχική τιμή «{1}» δεν είναι ανάμεσα στις επιλογές και παραλείφθηκε.',
  import_note_repeat: 'Η ομάδα «{1}» μπορούσε να επαναληφθεί: εδώ οι ερωτήσεις της εμφανίζονται μόνο μία φορά.',
  import_note_matrix: 'Ο πίνακας έγινε μία ερώτηση για κάθε γραμμή ή κελί.',
  import_note_choices_external: 'Οι επιλογές προέρχονται από «{1}» και δεν μεταφέρθηκαν: προσθέστε τις ή συνδέστε μια υπηρεσία.',
  import_note_choices_missing: 'Η ερώτηση δεν έχει επιλογές: έγινε πεδίο κειμένου.',
  import_note_code_changed: 'Το όνομα «{1}» έγινε ο κωδικός «{2}».',
  import_note_label_missing: 'Λείπει το κείμενο: προς το παρόν εμφανίζεται «{1}».',
  import_note_translation_missing: '{1}: λείπουν {2} κείμενα· στη θέση τους εμφανίζεται άλλη γλώσσα.',
  import_note_language_unsupported: 'Η γλώσσα «{1}» δεν υποστηρίζεται: τα κείμενά της παραλείφθηκαν.',
  import_note_reference: 'Το κείμενο δείχνει την απάντηση σε άλλη ερώτηση: εδώ φαίνεται το σύμβολο θέσης. Ξαναγράψτε το.',
  import_note_steps_merged: 'Η φόρμα έχει πάρα πολλά επίπεδα: όσα είναι πέρα από το επίπεδο {1} ενώθηκαν.',
  import_note_no_questions: 'Δεν υπάρχουν ερωτήσεις: προσθέστε τις στα τελευταία βήματα, αλλιώς κανείς δεν θα μπορεί να στείλει αίτημα.',
  import_note_text_cut: 'Το κείμενο ήταν πολύ μεγάλο: έμειναν οι πρώτοι {1} χαρακτήρες.',
  import_note_more_notes: 'Άλλες {1} παρατηρήσεις δεν εμφανίζονται στη λίστα.',
  import_rejected_empty: 'Δεν υπάρχει τίποτα για εισαγωγή: κανένα βήμα και καμία ερώτηση.',
  import_rejected_format: 'Το περιεχόμενο δεν έχει τη μορφή που επιλέξατε. Ελέγξτε το αρχείο και τη μορφή.',
  import_rejected_too_large: 'Είναι πολύ μεγάλο: έως {1} byte.',
  import_rejected_too_many: 'Περιέχει πάρα πολλά στοιχεία: έως {1}.',
  import_rejected_too_deep: 'Οι ομάδες είναι φωλιασμένες πολύ βαθιά: έως {1} επίπεδα.',
  import_rejected_xlsx: 'Το αρχείο δεν είναι αναγνώσιμο βιβλίο εργασίας Excel (.xlsx). Αποθηκεύστε το ξανά και δοκιμάστε πάλι.',
  import_rejected_no_survey: 'Από το αρχείο λείπει το φύλλο «survey», που πρέπει να έχει κάθε XLSForm.',
  import_rejected_unclosed: 'Μια ομάδα δεν ανοίγει ή δεν κλείνει σωστά: {1}.',
}
