import { choiceInput } from '../choices.ts'
import { type JsonObject, objectsOf, propertyOf, textOf } from '../json-reader.ts'
import { MAX_LABEL } from '../limits.ts'
import type { QuestionFrame } from '../reading.ts'
import type { SourceChoice, SourceEntry } from '../source-form.ts'
import { type SourceText, textIn } from '../source-text.ts'
import { choicesOf, frameOf, readQuestion, type SurveyReading } from './questions.ts'

/**
 * Converts a SurveyJS matrix or group of text inputs to one question per row or cell. Returns undefined for other types
 * of elements.
 */
export function readGrid(type: string, element: JsonObject, reading: SurveyReading): SourceEntry[] | undefined {
  switch (type) {
    case 'multipletext':
      return items(element, reading)
    case 'matrix':
      return rowsOfChoices(element, reading)
    case 'matrixdropdown':
      return cells(element, reading)
    case 'matrixdynamic': {
      const frame = frameOf(element, reading)
      reading.notes.add(frame.place, 'repeat', frame.name)
      return columnsOf(element, frame, { key: '', label: {} }, reading)
    }
    default:
      return undefined
  }
}

/** Joins the label of a SurveyJS matrix with the label of a row or column, separately for each language. */
function joined(grid: SourceText, part: SourceText): SourceText {
  const languages = [...new Set([...Object.keys(grid), ...Object.keys(part)])] as (keyof SourceText)[]
  const own = (text: SourceText, language: keyof SourceText) => (text[language] ?? textIn(text, undefined)).slice(0, MAX_LABEL)
  return Object.fromEntries(languages.map((language) => [language, [own(grid, language), own(part, language)].filter(Boolean).join(' – ')]))
}

const labelOf = ({ key, label }: SourceChoice): SourceText => (textIn(label, undefined) === '' ? { default: key } : label)

function items(element: JsonObject, reading: SurveyReading): SourceEntry[] {
  const frame = frameOf(element, reading)
  return objectsOf(propertyOf(element, 'items')).flatMap((item) => {
    reading.bounds.element(1)
    const name = textOf(propertyOf(item, 'name'))
    const entries = readQuestion('text', item, reading)
    return entries.map((entry) =>
      entry.kind === 'question' ? { ...entry, name: `${frame.name}_${name}`, place: frame.place, label: joined(frame.label, entry.label) } : entry,
    )
  })
}

function rowsOfChoices(element: JsonObject, reading: SurveyReading): SourceEntry[] {
  const frame = frameOf(element, reading)
  const { notes, bounds } = reading
  notes.add(frame.place, 'matrix')
  const columns = choicesOf(propertyOf(element, 'columns'), reading, frame.place)
  const rows = choicesOf(propertyOf(element, 'rows'), reading, frame.place)
  const required = frame.required || propertyOf(element, 'isAllRowRequired') === true || propertyOf(element, 'eachRowRequired') === true
  return (rows.length === 0 ? [{ key: '', label: {} }] : rows).map((row) => {
    bounds.element(1)
    bounds.choices(columns.length)
    const input = choiceInput('select', columns, {}, { notes, place: frame.place })
    return {
      kind: 'question',
      ...frame,
      ...(row.key !== '' && { name: `${frame.name}_${row.key}`, label: joined(frame.label, labelOf(row)) }),
      required,
      input,
    }
  })
}

function cells(element: JsonObject, reading: SurveyReading): SourceEntry[] {
  const frame = frameOf(element, reading)
  reading.notes.add(frame.place, 'matrix')
  return choicesOf(propertyOf(element, 'rows'), reading, frame.place).flatMap((row) => columnsOf(element, frame, row, reading))
}

/**
 * Converts the columns in a row of a matrix to questions. A column without a type has the type and the options of the
 * matrix.
 */
function columnsOf(element: JsonObject, frame: QuestionFrame, row: SourceChoice, reading: SurveyReading): SourceEntry[] {
  return objectsOf(propertyOf(element, 'columns')).flatMap((column) => {
    reading.bounds.element(1)
    const own = textOf(propertyOf(column, 'cellType'))
    const type = own === '' || own === 'default' ? textOf(propertyOf(element, 'cellType')) || 'dropdown' : own
    const options = propertyOf(column, 'choices') ?? propertyOf(element, 'choices')
    const entries = readQuestion(type, { ...column, choices: options }, reading)
    return entries.flatMap((entry) => {
      if (entry.kind !== 'question') return []
      const parts = [frame.name, row.key, entry.name].filter((part) => part !== '')
      const label = joined(frame.label, row.key === '' ? entry.label : joined(labelOf(row), entry.label))
      return { ...entry, name: parts.join('_'), place: frame.place, label }
    })
  })
}
