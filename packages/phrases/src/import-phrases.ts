import type { ImportNoteCode, ImportRejectionCode } from '@sportello/importers'

/**
 * Phrases for an importer's notes, and for the reasons why a form cannot be imported. The parameters replace `{1}` and
 * `{2}`.
 */
export type ImportPhrases = Record<`import_note_${ImportNoteCode}` | `import_rejected_${ImportRejectionCode}`, string>
