/** Codes of the notes about parts of a source form that the importer has changed or left out. */
export type ImportNoteCode =
  | 'branch'
  | 'condition'
  | 'type_left_out'
  | 'type_changed'
  | 'setting'
  | 'script'
  | 'pattern'
  | 'calculation'
  | 'default'
  | 'repeat'
  | 'matrix'
  | 'choices_external'
  | 'choices_missing'
  | 'code_changed'
  | 'label_missing'
  | 'translation_missing'
  | 'language_unsupported'
  | 'reference'
  | 'steps_merged'
  | 'no_questions'
  | 'text_cut'
  | 'more_notes'

/** Codes of the reasons for which a source form cannot be imported at all. */
export type ImportRejectionCode = 'empty' | 'format' | 'too_large' | 'too_many' | 'too_deep' | 'xlsx' | 'no_survey' | 'unclosed'

/** A note about a part of the source form. For each `code` there is a phrase. */
export interface ImportNote {
  code: ImportNoteCode
  params: string[]
  /**
   * Place to which the note refers: sheet and row, or the name of the element in the source form. Empty if the note
   * refers to the whole form.
   */
  place: string
}

/**
 * Error for a source form that cannot be imported because it is malformed or too large. The message is intended for
 * logs; `code` and `params` select the phrase that people see.
 */
export class ImportRejected extends Error {
  readonly code: ImportRejectionCode
  readonly params: string[]

  constructor(code: ImportRejectionCode, ...params: string[]) {
    super(['import rejected', code, ...params].join(' '))
    this.code = code
    this.params = params
  }
}

const MAX_NOTES = 1_000
const MAX_PARAM = 200

/**
 * The notes of one import. The same note appears only once for each place. The number and the length of the notes are
 * limited.
 */
export class Notes {
  readonly #notes: ImportNote[] = []
  readonly #seen = new Set<string>()
  #more = 0

  add(place: string, code: ImportNoteCode, ...params: string[]): void {
    const note = { code, params: params.map(shortened), place: shortened(place) }
    const key = JSON.stringify(note)
    if (this.#seen.has(key)) return
    if (this.#notes.length >= MAX_NOTES) {
      this.#more += 1
      return
    }
    this.#seen.add(key)
    this.#notes.push(note)
  }

  /** Returns the notes of an import. If some notes were dropped, the last note contains their number. */
  list(): ImportNote[] {
    return this.#more === 0 ? this.#notes : [...this.#notes, { code: 'more_notes', params: [String(this.#more)], place: '' }]
  }
}

/** Shortens a text for a note, and replaces line breaks and control characters with spaces. */
function shortened(text: string): string {
  const line = text
    .slice(0, MAX_PARAM * 2)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return line.length > MAX_PARAM ? `${line.slice(0, MAX_PARAM - 1)}…`.toWellFormed() : line.toWellFormed()
}
