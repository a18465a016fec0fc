import type { ImportNoteCode, ImportRejectionCode } from '@sportello/importers'

/**
 * Phrases of an importer's remarks and of the reasons why a form cannot be imported; the params replace `{1}`, `{2}`.
 */
export type ImportPhrases = Record<`import_note_${ImportNoteCode}` | `import_rejected_${ImportRejectionCode}`, string>
