/** Maximum size in bytes of a source form: of an .xlsx file, of JSON, and of an outline (in characters). */
export const MAX_SOURCE_SIZE = 8_000_000
/** Maximum total size in bytes of the unpacked parts of an .xlsx file. */
export const MAX_UNPACKED_BYTES = 64_000_000
/** Maximum number of files inside of an .xlsx file. */
export const MAX_ARCHIVE_ENTRIES = 2_000
export const MAX_SHEET_ROWS = 20_000
/** Maximum number of columns that the importer reads from a sheet; an XLSForm has a few dozen. */
export const MAX_SHEET_CELLS = 500_000
/** Maximum number of columns that the importer reads from a sheet; it ignores further columns. */
export const MAX_SHEET_COLUMNS = 256
/** Maximum number of questions, blocks and groups of a source form. */
export const MAX_ELEMENTS = 5_000
/** Maximum number of options of all questions of a source form. */
export const MAX_CHOICES = 50_000
/** Maximum number of lines of an outline that become steps. */
export const MAX_OUTLINE_STEPS = 10_000
/** Maximum number of levels of groups inside of groups in a source form. */
export const MAX_SOURCE_DEPTH = 50
/** Maximum number of planned steps that a choice question may cause by copying the pages after it. */
export const MAX_PLANNED_STEPS = 1_000
/** Maximum estimated size, in characters of JSON, of an imported form with copied pages in one language. */
export const MAX_PLANNED_SIZE = 4_000_000
/** Maximum number of characters of the name of an element in a source form. */
export const MAX_NAME = 500
/** Maximum number of characters of a label, and of a text with HTML, in a source form. */
export const MAX_LABEL = 2_000
export const MAX_HTML = 50_000
