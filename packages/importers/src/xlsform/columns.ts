import { LANGUAGES, type Language } from '@sportello/contract'
import type { Notes } from '../notes.ts'
import { languageNamed, type SourceText } from '../source-text.ts'
import type { SheetRow } from './read-workbook.ts'

/**
 * A column of an XLSForm: its name in the spelling of the XLSForm standard, and the language that follows the name in
 * the header.
 */
interface Column {
  name: string
  language: string | undefined
}

/** Maps older or non-standard spellings of column names in XLSForms to the standard spelling. */
const SPELLINGS: Readonly<Record<string, string>> = {
  list_name: 'list_name',
  value: 'name',
  relevance: 'relevant',
  read_only: 'readonly',
  caption: 'label',
  title: 'form_title',
  id_string: 'form_id',
}

function columnOf(header: string): Column {
  const [first = '', ...rest] = header.slice(0, 300).split(/::?/)
  const name = first.trim().toLowerCase().replace(/\s+/g, '_')
  const language = rest.join(':').trim()
  const known = Object.hasOwn(SPELLINGS, name) ? (SPELLINGS[name] ?? name) : name
  return { name: known, language: language === '' ? undefined : language }
}

/** A row of an XLSForm sheet, with functions that read its cells by the name of the column. */
export interface Row {
  number: number
  /** Returns the text of a cell in a column that has no language. The text is empty if there is no such cell. */
  cell: (name: string) => string
  /** Returns the text of a cell in all languages of the column. */
  text: (name: string) => SourceText
  /** Returns the names of the columns in which the row contains text. */
  filled: () => Set<string>
}

/** Collects the languages in the column headers of an XLSForm. */
export class HeaderLanguages {
  readonly #found = new Set<Language>()
  readonly #notes: Notes
  hasPlain = false

  constructor(notes: Notes) {
    this.#notes = notes
  }

  named(name: string): Language | undefined {
    const language = languageNamed(name)
    if (language) this.#found.add(language)
    else this.#notes.add('', 'language_unsupported', name)
    return language
  }

  /**
   * Returns the languages of the form, with the default language first. The list is empty if the column headers do not
   * name any language.
   */
  languages(defaultLanguage: Language | undefined): Language[] {
    if (this.#found.size === 0) return []
    const hasDefault = defaultLanguage !== undefined && (this.hasPlain || this.#found.has(defaultLanguage))
    return [...(hasDefault ? [defaultLanguage] : []), ...LANGUAGES.filter((each) => this.#found.has(each) && !(hasDefault && each === defaultLanguage))]
  }
}

const TRANSLATED = new Set(['label', 'hint', 'constraint_message', 'required_message', 'guidance_hint', 'media', 'image', 'audio', 'video'])

/** Converts the rows of an XLSForm sheet. The first row is the header and is not converted. */
export function tableOf(rows: readonly SheetRow[], languages: HeaderLanguages): Row[] {
  const [header, ...body] = rows
  const columns = [...(header?.cells ?? [])].map(([at, text]) => ({ at, ...columnOf(text) }))
  const labels = columns.flatMap(({ at, name, language }) => {
    if (!TRANSLATED.has(name) || name === 'media') return []
    if (name === 'label' && language === undefined) languages.hasPlain = true
    const code = language === undefined ? ('default' as const) : languages.named(language)
    return code ? [{ at, name, code }] : []
  })
  return body.map(({ number, cells }) => ({
    number,
    cell: (name) => (cells.get(columns.find((column) => column.name === name && column.language === undefined)?.at ?? -1) ?? '').trim(),
    text: (name) => {
      const text: Partial<Record<Language | 'default', string>> = {}
      for (const each of labels) {
        const words = each.name === name ? (cells.get(each.at) ?? '').trim() : ''
        if (words !== '') text[each.code] ??= words
      }
      return text
    },
    filled: () => new Set(columns.filter(({ at }) => cells.has(at)).map(({ name }) => name)),
  }))
}
