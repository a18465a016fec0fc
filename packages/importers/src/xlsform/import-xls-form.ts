import { buildDefinition, type Imported } from '../build-definition.ts'
import { distinctChoices } from '../choices.ts'
import { xlsFormCondition } from '../conditions.ts'
import { Bounds } from '../json-reader.ts'
import { ImportRejected, Notes } from '../notes.ts'
import { bothConditions, Sections } from '../sections.ts'
import { headingBlock, type SourceChoice, type SourceCondition } from '../source-form.ts'
import { escapeHtml, languageNamed, mapText, plainText, type SourceText } from '../source-text.ts'
import { HeaderLanguages, type Row, tableOf } from './columns.ts'
import { type QuestionRow, readQuestion, type XlsReading } from './questions.ts'
import { readWorkbook } from './read-workbook.ts'

/**
 * Imports an XLSForm (xlsform.org) from an .xlsx file. Groups of the first level become steps, and groups inside them
 * become headings. An inner group with a condition becomes a separate step.
 * @throws ImportRejected
 */
export function importXlsForm(bytes: Uint8Array): Imported {
  const workbook = readWorkbook(bytes, ['survey', 'choices', 'settings'])
  const survey = workbook.get('survey')
  if (!survey) throw new ImportRejected('no_survey')
  const notes = new Notes()
  const languages = new HeaderLanguages(notes)
  const rows = tableOf(survey, languages).filter((row) => row.cell('type') !== '' && !/^(?:yes|true|true\(\))$/i.test(row.cell('disabled')))
  const choices = choicesOf(tableOf(workbook.get('choices') ?? [], languages))
  const [settings] = tableOf(workbook.get('settings') ?? [], new HeaderLanguages(new Notes()))
  const reading: XlsReading = { sections: new Sections(), notes, bounds: new Bounds(), choices }
  const title = plainText(settings?.cell('form_title') || settings?.cell('form_id') || '')
  new SurveyReader(reading, title).read(rows)
  const sections = reading.sections.list()
  if (sections.length === 0) throw new ImportRejected('empty')
  const defaultLanguage = languageNamed(settings?.cell('default_language') ?? '')
  const named = languages.languages(defaultLanguage)
  if (named.length > 0 && languages.hasPlain && !defaultLanguage) notes.add('', 'language_unsupported', 'label')
  return buildDefinition({ code: settings?.cell('form_id') ?? '', title, languages: named, defaultLanguage, sections }, notes)
}

function choicesOf(rows: readonly Row[]): Map<string, SourceChoice[]> {
  const lists = new Map<string, SourceChoice[]>()
  for (const row of rows) {
    const list = row.cell('list_name')
    const options = lists.get(list) ?? []
    options.push({ key: row.cell('name'), label: row.text('label') })
    lists.set(list, options)
  }
  return new Map([...lists].map(([list, options]) => [list, distinctChoices(options)]))
}

/**
 * An XLSForm group that is open: its end has not been reached yet. Contains the part of its condition that the section
 * does
 * not have yet.
 */
interface Group {
  isPage: boolean
  inherited: SourceCondition | undefined
}

class SurveyReader {
  readonly #reading: XlsReading
  readonly #title: SourceText
  readonly #open: Group[] = []
  /** Title and condition of the page whose rows the importer is currently reading. */
  #page: { name: string; place: string; title: SourceText; condition: SourceCondition | undefined } | undefined

  constructor(reading: XlsReading, title: SourceText) {
    this.#reading = reading
    this.#title = title
  }

  read(rows: readonly Row[]): void {
    for (const row of rows) {
      const place = `survey:${row.number}`
      const type = typeOf(row.cell('type'))
      this.#reading.bounds.element(this.#open.length)
      if (type.type === 'begin') this.#begin(row, place, type.rest[0] ?? '')
      else if (type.type === 'end') this.#end(place)
      else this.#question({ row, place, ...type })
    }
    if (this.#open.length > 0) throw new ImportRejected('unclosed', 'survey')
  }

  #begin(row: Row, place: string, kind: string): void {
    const { notes, sections } = this.#reading
    const own = xlsFormCondition(row.cell('relevant'))
    const inherited = this.#open.at(-1)?.inherited
    const title = row.text('label')
    if (kind === 'repeat') notes.add(place, 'repeat', row.cell('name'))
    if (row.cell('repeat_count') !== '') notes.add(place, 'setting', 'repeat_count')
    const isTop = this.#open.length === 0
    if (isTop || (own && this.#open.length === 1 && !inherited)) {
      const around = isTop ? undefined : this.#page
      const page = { name: row.cell('name'), place, title, condition: bothConditions(around?.condition, own) }
      sections.start(page)
      if (isTop) this.#page = page
      this.#open.push({ isPage: true, inherited: undefined })
      return
    }
    const condition = bothConditions(inherited, own)
    if (Object.keys(title).length > 0)
      sections.add(
        headingBlock(
          place,
          mapText(title, (words) => `<h3>${escapeHtml(words)}</h3>`),
          condition,
        ),
      )
    this.#open.push({ isPage: false, inherited: condition })
  }

  #end(place: string): void {
    const group = this.#open.pop()
    if (!group) throw new ImportRejected('unclosed', place)
    if (!group.isPage) return
    if (this.#open.length === 0) this.#page = undefined
    if (this.#page) this.#reading.sections.start(this.#page)
    else this.#startLoose()
  }

  /** Starts a page for questions that are outside all groups. */
  #startLoose(): void {
    this.#reading.sections.start({ name: '', place: '', title: this.#title })
  }

  #question(question: QuestionRow): void {
    const { sections } = this.#reading
    const condition = bothConditions(this.#open.at(-1)?.inherited, xlsFormCondition(question.row.cell('relevant')))
    sections.add(...readQuestion(question, this.#reading).map((entry) => (condition ? { ...entry, condition } : entry)))
  }
}

/**
 * Splits the `type` of an XLSForm row into the type itself and its arguments. Different spellings are accepted, such as
 * "select one list", "begin_group" and "begin group".
 */
function typeOf(cell: string): { type: string; rest: string[] } {
  const words = cell.slice(0, 500).trim().split(/\s+/)
  const [first = '', second = '', ...rest] = words
  const word = first.toLowerCase()
  if (/^(?:begin|end)_/.test(word)) return { type: word.startsWith('begin') ? 'begin' : 'end', rest: [word.slice(word.indexOf('_') + 1), second] }
  if (word === 'begin' || word === 'end') return { type: word, rest: [second.toLowerCase(), ...rest] }
  if (word === 'select' && /^(?:one|multiple|1)$/.test(second)) return { type: `select_${second === '1' ? 'one' : second}`, rest }
  if (word === 'select1') return { type: 'select_one', rest: [second, ...rest] }
  if (word === 'add' || words.length === 1) return { type: word, rest: [] }
  return { type: word, rest: [second, ...rest] }
}
