/** Sample outlines, as people would paste them, keyed by name. */
export const OUTLINES: Readonly<Record<string, string>> = {
  'outline-bullets': `Comune di Aurora
- Strade e piazze
  - Buche e marciapiedi
  - Lampioni spenti
    * Lampione acceso di giorno
- Scuola
  • Mensa
  • Trasporto scolastico
`,
  'outline-spreadsheet': 'Servizi\t\t\r\n\tAnagrafe\t\r\n\t\tCarta d’identità\r\n\t\tResidenza\r\n\tTributi\t\r\n\t\t"IMU ""prima casa"""\r\n',
  'outline-numbers': `1. Pässe & Ausweise
1.1 Reisepass
1.2 Personalausweis
1.2.1 Verlust
2. Σκουπίδια
2.1. Σκουπίδια
a) letters do not make a level
`,
  'outline-flat': '- One\n- Two\n- One\n\n- !!!\n',
}
