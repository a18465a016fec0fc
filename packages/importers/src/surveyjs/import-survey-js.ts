import { buildDefinition, type Imported } from '../build-definition.ts'
import { surveyCondition } from '../conditions.ts'
import { Bounds, type JsonObject, listOf, objectOf, objectsOf, propertyOf, textOf } from '../json-reader.ts'
import { ImportRejected, Notes } from '../notes.ts'
import { noteSettings } from '../reading.ts'
import { bothConditions, Sections } from '../sections.ts'
import { headingBlock, type SourceCondition } from '../source-form.ts'
import { escapeHtml, mapText, paragraphs } from '../source-text.ts'
import { readGrid } from './grids.ts'
import { readQuestion, type SurveyReading } from './questions.ts'
import { SurveyTexts } from './texts.ts'

const FORM_SETTINGS = ['triggers', 'calculatedValues', 'completedHtmlOnCondition', 'maxTimeToFinish', 'timeLimit', 'navigateToUrl', 'cookieName']
const GROUP_SETTINGS = ['enableIf', 'requiredIf', 'maxTimeToFinish', 'timeLimit']

/**
 * Imports a SurveyJS form from JSON. Pages become steps, and panels become headings. A panel with a condition becomes a
 * separate step.
 * @throws ImportRejected
 */
export function importSurveyJs(json: unknown): Imported {
  const form = objectOf(json)
  if (!form) throw new ImportRejected('format')
  const pages = objectsOf(propertyOf(form, 'pages'))
  const ownElements = elementsOf(form)
  if (pages.length === 0 && ownElements.length === 0) throw new ImportRejected(isSurvey(form) ? 'empty' : 'format')
  const notes = new Notes()
  const texts = new SurveyTexts(textOf(propertyOf(form, 'locale')), notes)
  const reading: SurveyReading = { sections: new Sections(), notes, bounds: new Bounds(), texts }
  noteSettings(notes, '', form, FORM_SETTINGS)
  for (const [at, page] of (pages.length === 0 ? [form] : pages).entries()) readPage(page, at, reading)
  const title = texts.read(propertyOf(form, 'title'))
  const description = texts.read(propertyOf(form, 'description'))
  const sections = reading.sections.list()
  if (sections.length === 0) throw new ImportRejected('empty')
  const languages = texts.languages()
  return buildDefinition({ code: '', title, description, languages, defaultLanguage: texts.defaultLanguage, sections }, notes)
}

const isSurvey = (form: JsonObject) => Array.isArray(propertyOf(form, 'pages')) || Array.isArray(propertyOf(form, 'elements'))

/** Returns the elements of a SurveyJS page or panel. In older forms they are called `questions`. */
const elementsOf = (group: JsonObject): JsonObject[] => objectsOf(propertyOf(group, 'elements') ?? propertyOf(group, 'questions'))

function readPage(page: JsonObject, at: number, reading: SurveyReading): void {
  const { bounds, notes, sections, texts } = reading
  bounds.element(1)
  const isForm = Object.hasOwn(page, 'pages') || (at === 0 && !Object.hasOwn(page, 'name'))
  const name = textOf(propertyOf(page, 'name')) || `page${at + 1}`
  if (!isForm) noteSettings(notes, name, page, GROUP_SETTINGS)
  const condition = conditionOf(page)
  sections.start({ name, place: name, title: isForm ? {} : texts.read(propertyOf(page, 'title')), condition })
  const description = isForm ? {} : texts.read(propertyOf(page, 'description'))
  if (Object.keys(description).length > 0) sections.add(headingBlock(name, mapText(description, paragraphs)))
  for (const element of elementsOf(page)) readElement(element, reading, condition, undefined, 1)
}

const conditionOf = (element: JsonObject): SourceCondition | undefined => surveyCondition(textOf(propertyOf(element, 'visibleIf')))

/**
 * Converts a SurveyJS question or panel.
 * @param page condition of the page; the page's section already has it
 * @param inherited condition of the panels around the element; the section does not have it yet
 */
function readElement(
  element: JsonObject,
  reading: SurveyReading,
  page: SourceCondition | undefined,
  inherited: SourceCondition | undefined,
  level: number,
): void {
  const { bounds, notes, sections, texts } = reading
  bounds.element(level)
  const type = textOf(propertyOf(element, 'type'))
  const name = textOf(propertyOf(element, 'name'))
  const condition = bothConditions(inherited, conditionOf(element))
  if (type !== 'panel' && type !== 'flowpanel' && type !== 'paneldynamic') {
    const entries = readGrid(type, element, reading) ?? readQuestion(type, element, reading)
    sections.add(...entries.map((entry) => (condition ? { ...entry, condition } : entry)))
    return
  }
  noteSettings(notes, name, element, GROUP_SETTINGS)
  const title = texts.read(propertyOf(element, 'title'))
  const elements = type === 'paneldynamic' ? objectsOf(propertyOf(element, 'templateElements')) : elementsOf(element)
  if (type === 'paneldynamic') notes.add(name, 'repeat', name)
  const readAll = (own: SourceCondition | undefined, rest: SourceCondition | undefined) => {
    const description = texts.read(propertyOf(element, 'description'))
    if (Object.keys(description).length > 0) sections.add(headingBlock(name, mapText(description, paragraphs), rest))
    for (const each of elements) readElement(each, reading, own, rest, level + 1)
  }
  if (condition && level === 1 && listOf(elements).length > 0) {
    const own = bothConditions(page, condition)
    sections.inOwnSection({ name, place: name, title, condition: own }, () => readAll(own, undefined))
    return
  }
  if (Object.keys(title).length > 0)
    sections.add(
      headingBlock(
        name,
        mapText(title, (words) => `<h3>${escapeHtml(words)}</h3>`),
        condition,
      ),
    )
  readAll(page, condition)
}
