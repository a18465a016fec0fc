import { readFileSync } from 'node:fs'
import { type Definition, type FormField, ROOT_ID, type Surroundings, type Tag } from '@sportello/contract'
import { definition as schema } from '@sportello/contract/schemas'
import { withIds } from '@sportello/editing'
import { parse } from 'yaml'
import { type Place, variablesIn } from '../src/index.ts'

const DEMO = new URL('../../../demo/', import.meta.url)

/** The form templates and the demonstration forms: 20 definitions of realistic size, which contain no errors. */
export const SOUND: readonly (readonly [file: string, code: string])[] = [
  ...[
    'appointment',
    'complaint',
    'contact',
    'enrolment',
    'event-registration',
    'gdpr-request',
    'job-application',
    'membership',
    'records-access',
    'reimbursement',
    'road-damage',
    'satisfaction-survey',
  ].map((code) => [`gallery/${code}`, code] as const),
  ['biblioteca-lume', 'biblioteca-lume'],
  ['circolo-faro', 'circolo-faro'],
  ['circolo-faro', 'assemblea-faro'],
  ['comune-aurora', 'comune-aurora'],
  ['comune-aurora', 'aurora-smarriti'],
  ['fondo-salute', 'fondo-salute'],
  ['gallery', 'gallery'],
  ['sondaggio', 'sondaggio'],
]

interface BundleFile {
  definitions: { code_tag: string }[]
  forms?: { code_form: string; code_tag: string; params?: object }[]
  integrations?: { service: string }[]
  templates?: { name: string; lang_code: string; subject: string; html: string }[]
}

const files = new Map<string, BundleFile>()

function bundleOf(file: string): BundleFile {
  const known = files.get(file) ?? (parse(readFileSync(new URL(`${file}.yaml`, DEMO), 'utf8')) as BundleFile)
  files.set(file, known)
  return known
}

/** Returns a new copy of a demonstration definition, with ids. */
export function soundDefinition(code: string): Definition {
  const file = SOUND.find(([, each]) => each === code)?.[0] ?? ''
  return withIds(schema.parse(structuredClone(bundleOf(file).definitions.find(({ code_tag }) => code_tag === code))))
}

/** Returns what the bundle of a demonstration form contains about its deployment. */
export function soundSurroundings(code: string): Surroundings {
  const { forms = [], integrations = [], templates = [] } = bundleOf(SOUND.find(([, each]) => each === code)?.[0] ?? '')
  const own = forms.filter(({ code_tag }) => code_tag === code)
  return {
    today: '2026-11-24',
    services: integrations.map(({ service }) => service),
    templates: templates.map(({ name, lang_code, subject, html }) => ({ name, lang_code, variables: [...variablesIn(subject), ...variablesIn(html)] })),
    files: { fileKb: 20_480, requestKb: 51_200 },
    retentionDays: 730,
    ...(own.length > 0 && { forms: own.map(({ code_form, params = {} }) => ({ code: code_form, active: true, params, secrets: [] })) }),
  }
}

type Settings = Record<string, unknown> & { input_type: string }
type Editable<T> = { -readonly [K in keyof T]: T[K] }

/** A definition into which a test inserts an error. */
export class PlantBed {
  readonly definition: Definition
  known: Surroundings

  constructor(code: string) {
    this.definition = soundDefinition(code)
    this.known = soundSurroundings(code)
  }

  get params(): Record<string, unknown> {
    return this.definition.form_params
  }

  *steps(): Generator<Tag> {
    const open: Tag[] = [...this.definition.children]
    for (let step = open.shift(); step; step = open.shift()) {
      yield step
      open.unshift(...step.children)
    }
  }

  /** Returns the first last step with a question, in the first language of the form. */
  lastStep(): Tag {
    for (const step of this.steps()) if (step.children.length === 0 && step.form_fields.some(({ type }) => type === 'PROPERTY')) return step
    throw new Error('no last step')
  }

  /** Returns the first step with at least two options that is neither the root nor a language step. */
  choice(): Tag {
    for (const step of this.steps()) if (step.children.length > 1) return step
    throw new Error('no choice')
  }

  /** Adds a question to the step that `lastStep` returns. */
  add(settings: Settings, more: Record<string, unknown> = {}, code = 'planted'): Planted {
    return this.addField({ type: 'PROPERTY', ...more, value: { property_code: code, property_description: 'Planted question', default_value: settings } })
  }

  addField(field: Record<string, unknown>, step = this.lastStep()): Planted {
    const id = String(field.id ?? `planted-${step.form_fields.length}`)
    const whole = { ordering: 1_000 + step.form_fields.length, ...field, id } as unknown as FormField
    step.form_fields.push(whole)
    return { field: whole as Editable<FormField>, place: (...path) => ({ step: step.id ?? '', field: id, path }) }
  }

  atRoot(...path: string[]): Place {
    return { step: ROOT_ID, path }
  }
}

interface Planted {
  field: Editable<FormField>
  place: (...path: string[]) => Place
}

/** A definition into which an error is inserted, the check that must find the error, and the error's place. */
export interface Plant {
  check: string
  /** Key of the message that the check must report. */
  text: string
  /** Code of the definition into which the error is inserted. */
  on: string
  /**
   * Inserts the error.
   * @returns the place of the error
   */
  plant: (bed: PlantBed) => Place
}
