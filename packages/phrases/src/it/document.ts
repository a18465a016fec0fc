/** Phrases of the HTML document around a visitors' page. Only the server uses them, so no browser loads them. */
export const document = {
  senza_javascript: 'Questo modulo ha bisogno di JavaScript: attivalo nel browser, poi ricarica la pagina.',
} as const
