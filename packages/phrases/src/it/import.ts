import type { ImportPhrases } from '../import-phrases.ts'

/**
 * Phrases for the import of forms from other products: notes about parts that were changed or left out, and reasons why
 * a form was rejected.
 */
export const imports: ImportPhrases = {
  import_note_branch: 'La risposta a «{1}» decide come prosegue il form: le sue opzioni sono diventate passi.',
  import_note_condition: 'La condizione «{1}» non è stata ripresa: queste domande si vedono sempre e sono facoltative.',
  import_note_type_left_out: 'Il tipo «{1}» non esiste qui: l’elemento è stato tralasciato.',
  import_note_type_changed: 'Il tipo «{1}» è diventato «{2}».',
  import_note_setting: 'L’impostazione «{1}» non è stata ripresa.',
  import_note_script: 'La regola «{1}» non è stata ripresa: controlla se serve un limite al suo posto.',
  import_note_pattern: 'L’espressione regolare «{1}» qui non si può usare ed è stata tralasciata.',
  import_note_calculation: 'Il calcolo «{1}» non è stato ripreso.',
  import_note_default: 'Il valore iniziale «{1}» non è fra le opzioni ed è stato tralasciato.',
  import_note_repeat: 'Il gruppo «{1}» si poteva ripetere: qui le sue domande compaiono una volta sola.',
  import_note_matrix: 'La tabella è diventata una domanda per ogni riga o casella.',
  import_note_choices_external: 'Le opzioni vengono da «{1}» e non sono state riprese: aggiungile o collega un servizio.',
  import_note_choices_missing: 'La domanda non ha opzioni: è diventata un campo di testo.',
  import_note_code_changed: 'Il nome «{1}» è diventato il codice «{2}».',
  import_note_label_missing: 'Manca il testo: per ora si legge «{1}».',
  import_note_translation_missing: 'In {1} mancano {2} testi: al loro posto c’è un’altra lingua.',
  import_note_language_unsupported: 'La lingua «{1}» non è prevista: i suoi testi sono stati tralasciati.',
  import_note_reference: 'Il testo mostra la risposta a un’altra domanda: qui si legge il segnaposto. Riscrivilo.',
  import_note_steps_merged: 'Il form ha troppi livelli: quelli oltre il numero {1} sono stati uniti.',
  import_note_no_questions: 'Non ci sono domande: aggiungile ai passi finali, o nessuno potrà inviare richieste.',
  import_note_text_cut: 'Il testo era troppo lungo: restano i primi {1} caratteri.',
  import_note_more_notes: 'Altre {1} osservazioni non sono elencate.',
  import_rejected_empty: 'Non c’è nulla da importare: nessun passo e nessuna domanda.',
  import_rejected_format: 'Il contenuto non è del formato scelto. Controlla il file e il formato.',
  import_rejected_too_large: 'È troppo grande: al massimo {1} byte.',
  import_rejected_too_many: 'Contiene troppi elementi: al massimo {1}.',
  import_rejected_too_deep: 'I gruppi sono annidati troppo in profondità: al massimo {1} livelli.',
  import_rejected_xlsx: 'Il file non è una cartella di lavoro Excel (.xlsx) leggibile. Salvalo di nuovo e riprova.',
  import_rejected_no_survey: 'Nel file manca il foglio «survey», che ogni XLSForm deve avere.',
  import_rejected_unclosed: 'Un gruppo non è aperto o chiuso come si deve: {1}.',
}
