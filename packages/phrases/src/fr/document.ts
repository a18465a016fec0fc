import type { DocumentPhrases } from '../types.ts'

export const document: DocumentPhrases = {
  senza_javascript: 'Ce formulaire a besoin de JavaScript\u202f: activez-le dans le navigateur, puis rechargez la page.',
  traduci_ultima_colonna:
    'Écrivez la traduction dans la dernière colonne. Laissez la première telle quelle et gardez les parties en couleur\u202f: ce sont des commandes et des variables.',
  dove: 'Où',
}
