import { buildDefinition, type Imported } from '../build-definition.ts'
import { formIoCondition } from '../conditions.ts'
import { Bounds, type JsonObject, listOf, objectOf, objectsOf, propertyOf, textOf } from '../json-reader.ts'
import { ImportRejected, Notes } from '../notes.ts'
import { noteSettings } from '../reading.ts'
import { bothConditions, Sections } from '../sections.ts'
import { headingBlock, type SourceCondition } from '../source-form.ts'
import { escapeHtml, plainText } from '../source-text.ts'
import { type FormIoReading, readComponent } from './components.ts'

/** Types of Form.io components that only group other components. The title of a group becomes a heading. */
const GROUPS = new Set([
  'panel',
  'fieldset',
  'well',
  'container',
  'table',
  'columns',
  'tabs',
  'datagrid',
  'editgrid',
  'datamap',
  'tree',
  'form',
  'dynamicWizard',
])
const REPEATED = new Set(['datagrid', 'editgrid', 'datamap', 'tree', 'dynamicWizard'])
const GROUP_SETTINGS = ['logic', 'disabled']

/**
 * Imports a Form.io form from JSON. The panels of a wizard become steps, and other groups become headings. A panel,
 * fieldset or well that has a condition becomes a separate step.
 * @throws ImportRejected
 */
export function importFormIo(json: unknown): Imported {
  const form = objectOf(json)
  if (!form || !Array.isArray(propertyOf(form, 'components'))) throw new ImportRejected('format')
  const notes = new Notes()
  const reading: FormIoReading = { sections: new Sections(), notes, bounds: new Bounds() }
  const components = objectsOf(propertyOf(form, 'components'))
  const isWizard = textOf(propertyOf(form, 'display')) === 'wizard'
  for (const component of components) {
    if (isWizard && textOf(propertyOf(component, 'type')) === 'panel') readPage(component, reading)
    else readElement(component, reading, undefined, undefined, 1)
  }
  const sections = reading.sections.list()
  if (sections.length === 0) throw new ImportRejected('empty')
  const title = plainText(textOf(propertyOf(form, 'title')))
  return buildDefinition({ code: textOf(propertyOf(form, 'name')), title, languages: [], sections }, notes)
}

const titleOf = (component: JsonObject) => textOf(propertyOf(component, 'title')) || textOf(propertyOf(component, 'legend'))
const nameOf = (component: JsonObject) => textOf(propertyOf(component, 'key')) || titleOf(component)

function readPage(panel: JsonObject, reading: FormIoReading): void {
  reading.bounds.element(1)
  const condition = formIoCondition(panel)
  noteSettings(reading.notes, nameOf(panel), panel, GROUP_SETTINGS)
  reading.sections.start({ name: nameOf(panel), place: nameOf(panel), title: plainText(titleOf(panel)), condition })
  for (const component of componentsOf(panel, 'panel')) readElement(component, reading, condition, undefined, 1)
}

/** Returns the components in a Form.io group, in the order in which people see them. */
function componentsOf(group: JsonObject, type: string): JsonObject[] {
  if (type === 'columns') return objectsOf(propertyOf(group, 'columns')).flatMap((column) => objectsOf(propertyOf(column, 'components')))
  if (type === 'table') {
    const cells = listOf(propertyOf(group, 'rows')).flatMap((row) => objectsOf(row))
    return cells.flatMap((cell) => objectsOf(propertyOf(cell, 'components')))
  }
  const tabs = objectsOf(propertyOf(group, 'components'))
  // A tab in Form.io is an object with a label and components but without a type. The importer treats it as a fieldset.
  return type === 'tabs' ? tabs.map((tab) => ({ ...tab, type: 'fieldset', legend: propertyOf(tab, 'label') })) : tabs
}

/**
 * Converts a Form.io component.
 * @param page condition of the page; the page's section already has it
 * @param inherited condition of the groups around the component; the section does not have it yet
 */
function readElement(
  component: JsonObject,
  reading: FormIoReading,
  page: SourceCondition | undefined,
  inherited: SourceCondition | undefined,
  level: number,
): void {
  const { bounds, notes, sections } = reading
  bounds.element(level)
  const type = textOf(propertyOf(component, 'type'))
  const condition = bothConditions(inherited, formIoCondition(component))
  if (!GROUPS.has(type)) {
    sections.add(...readComponent(type, component, reading).map((entry) => (condition ? { ...entry, condition } : entry)))
    return
  }
  const name = nameOf(component)
  noteSettings(notes, name, component, GROUP_SETTINGS)
  if (REPEATED.has(type)) notes.add(name, 'repeat', textOf(propertyOf(component, 'label')) || name)
  if (type === 'form' && !Array.isArray(propertyOf(component, 'components'))) {
    notes.add(name, 'type_left_out', type)
    return
  }
  const own = GROUP_TITLES.has(type) ? titleOf(component) : REPEATED.has(type) ? textOf(propertyOf(component, 'label')) : ''
  const components = componentsOf(component, type)
  if (condition && level === 1 && ['panel', 'fieldset', 'well', 'container'].includes(type)) {
    const both = bothConditions(page, condition)
    sections.inOwnSection({ name, place: name, title: plainText(own), condition: both }, () => {
      for (const each of components) readElement(each, reading, both, undefined, level + 1)
    })
    return
  }
  if (own !== '') sections.add(headingBlock(name, plainText(`<h3>${escapeHtml(own)}</h3>`), condition))
  for (const each of components) readElement(each, reading, page, condition, level + 1)
}

const GROUP_TITLES = new Set(['panel', 'fieldset'])
