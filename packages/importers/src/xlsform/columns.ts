import { LANGUAGES, type Language } from '@sportello/contract'
import type { Notes } from '../notes.ts'
import { languageNamed, type SourceText } from '../source-text.ts'
import type { SheetRow } from './read-workbook.ts'

/**
 * A column of an XLSForm: the name in its header, in the spelling of the XLSForm standard, and the language after the
 * name.
 */
interface Column {
  name: string
  language: string | undefined
}

/** Older or non-standard spellings of the column names of an XLSForm, with the standard spelling. */
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

/** A row of an XLSForm sheet, with access to its cells by column name. */
export interface Row {
  number: number
  /** Returns the row's text in a column without a language; the text is empty if the cell is missing. */
  cell: (name: string) => string
  /** Returns the row's text in a column, in all languages. */
  text: (name: string) => SourceText
  /** Returns the names of the columns in which the row has a text. */
  filled: () => Set<string>
}

/** Collects the languages that the column headers of an XLSForm name. */
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
   * Returns the languages of the form, the default language first; the list is empty if the headers of the XLSForm name
   * no language.
   */
  languages(defaultLanguage: Language | undefined): Language[] {
    if (this.#found.size === 0) return []
    const hasDefault = defaultLanguage !== undefined && (this.hasPlain || this.#found.has(defaultLanguage))
    return [...(hasDefault ? [defaultLanguage] : []), ...LANGUAGES.filter((each) => this.#found.has(each) && !(hasDefault && each === defaultLanguage))]
  }
}

const TRANSLATED = new Set(['label', 'hint', 'constraint_message', 'required_message', 'guidance_hint', 'media', 'image', 'audio', 'video'])

/** Converts the rows of an XLSForm sheet below its header, which is the first row. */
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
