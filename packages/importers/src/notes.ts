/** Code of a remark about a part of a source form that the importer changed or dropped. */
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

/** Code of the reason why a source form cannot be imported at all. */
export type ImportRejectionCode = 'empty' | 'format' | 'too_large' | 'too_many' | 'too_deep' | 'xlsx' | 'no_survey' | 'unclosed'

/** A remark about one part of the source form. Each `code` has its own phrase. */
export interface ImportNote {
  code: ImportNoteCode
  params: string[]
  /**
   * Place of a remark: sheet and row, or the name of the element in the source form; empty if the remark concerns the
   * whole form.
   */
  place: string
}

/**
 * Error for a source form that cannot be imported, because it is malformed or too large. The message is for logs;
 * `code` and `params` select the phrase for people.
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

/** The remarks of one import. Each remark appears once per place; their number and length are limited. */
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

  /** Returns the remarks of an import; the last one contains the number of further remarks that were dropped. */
  list(): ImportNote[] {
    return this.#more === 0 ? this.#notes : [...this.#notes, { code: 'more_notes', params: [String(this.#more)], place: '' }]
  }
}

/** Shortens a text for a remark and replaces line breaks and control characters with spaces. */
function shortened(text: string): string {
  const line = text
    .slice(0, MAX_PARAM * 2)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return line.length > MAX_PARAM ? `${line.slice(0, MAX_PARAM - 1)}…`.toWellFormed() : line.toWellFormed()
}
