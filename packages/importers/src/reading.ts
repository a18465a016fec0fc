import type { Bounds } from './json-reader.ts'
import type { Notes } from './notes.ts'
import type { Sections } from './sections.ts'
import type { SourceQuestion } from './source-form.ts'
import type { SourceText } from './source-text.ts'

/** State that the functions of an importer share during the import of one form. */
export interface Reading {
  sections: Sections
  notes: Notes
  bounds: Bounds
}

/** The properties of an imported question, except its kind and input. */
export type QuestionFrame = Omit<SourceQuestion, 'kind' | 'input' | 'name' | 'label'> & { name: string; label: SourceText }

/** Adds a note for each setting of a source element that the importer leaves out. */
export function noteSettings(notes: Notes, place: string, element: Readonly<Record<string, unknown>>, names: readonly string[]): void {
  for (const name of names) {
    const value = Object.hasOwn(element, name) ? element[name] : undefined
    const isSet = value !== undefined && value !== null && value !== false && value !== '' && !(Array.isArray(value) && value.length === 0)
    if (isSet) notes.add(place, 'setting', name)
  }
}
