/**
 * Maximum size of a source form in bytes, for an .xlsx file or JSON. For an outline, the maximum number of characters.
 */
export const MAX_SOURCE_SIZE = 8_000_000
/** Maximum total size in bytes of the unpacked contents of an .xlsx file. */
export const MAX_UNPACKED_BYTES = 64_000_000
/** Maximum number of files inside an .xlsx file. */
export const MAX_ARCHIVE_ENTRIES = 2_000
export const MAX_SHEET_ROWS = 20_000
/**
 * Maximum total number of non-empty cells that the importer reads from a workbook. A workbook with more cells is
 * rejected.
 */
export const MAX_SHEET_CELLS = 500_000
/** Maximum number of columns that the importer reads from a sheet. Further columns are ignored. */
export const MAX_SHEET_COLUMNS = 256
/** Maximum number of questions, blocks and groups of a source form. */
export const MAX_ELEMENTS = 5_000
/** Maximum number of options of all questions in a source form together. */
export const MAX_CHOICES = 50_000
/** Maximum number of lines of an outline that are converted to steps. */
export const MAX_OUTLINE_STEPS = 10_000
/** Maximum number of levels of nested groups in a source form. */
export const MAX_SOURCE_DEPTH = 50
/** Maximum number of steps that the importer plans if it copies pages into the branches of choice questions. */
export const MAX_PLANNED_STEPS = 1_000
/** Maximum estimated size, in characters of JSON, of an imported form with copied pages, in one language. */
export const MAX_PLANNED_SIZE = 4_000_000
/** Maximum length of the name of an element in a source form, in characters. */
export const MAX_NAME = 500
/** Maximum lengths, in characters, of a label and of an HTML text in a source form. */
export const MAX_LABEL = 2_000
export const MAX_HTML = 50_000
