import type { ImportNoteCode, ImportRejectionCode } from '@sportello/importers'

/** Text of each remark of an importer, and of each reason why a form cannot be imported; `{1}`, `{2}` are replaced by the params. */
export type ImportPhrases = Record<`import_note_${ImportNoteCode}` | `import_rejected_${ImportRejectionCode}`, string>
