import type { DocumentPhrases } from '../types.ts'

export const document: DocumentPhrases = {
  senza_javascript: 'Ce formulaire a besoin de JavaScript\u202f: activez-le dans le navigateur, puis rechargez la page.',
}
