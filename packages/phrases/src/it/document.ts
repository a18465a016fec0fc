/** Phrases of the documents that the server writes: pages of visitors, and files for translators. No browser loads them. */
export const document = {
  senza_javascript: 'Questo modulo ha bisogno di JavaScript: attivalo nel browser, poi ricarica la pagina.',
  /** The note above, and a heading in, a Word document for a translator. */
  traduci_ultima_colonna: 'Scrivi la traduzione nell’ultima colonna. Lascia com’è la prima, e tieni le parti colorate: sono comandi e variabili.',
  dove: 'Dove',
} as const
